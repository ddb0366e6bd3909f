// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace billiard::determinism {

/// Receives one line of the result: what was hashed, and its hash.
using Report = void (*)(const char* name, std::uint64_t hash);

/// Hashes the bits of the elementary functions, the friction laws and whole simulations, in double
/// and float. Same code on every machine; the hashes must be the same, too.
void digest(Report report);

}  // namespace billiard::determinism
