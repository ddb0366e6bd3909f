// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>

/// Greatest size asked of operator new since it was last set to zero [bytes].
extern std::atomic<std::size_t> largest_allocation;
