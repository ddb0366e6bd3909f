// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace billiard::lab {

/// CPU time this thread has used [s].
[[nodiscard]] double cpu_time() noexcept;

}  // namespace billiard::lab
