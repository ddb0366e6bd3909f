// SPDX-License-Identifier: Apache-2.0
// One libFuzzer program per target: BILLIARD_FUZZ_TARGET names it.
#include <cstddef>
#include <cstdint>

#include "targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)billiard::fuzz::BILLIARD_FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
  return 0;
}
