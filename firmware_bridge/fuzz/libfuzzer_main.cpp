// SPDX-License-Identifier: Apache-2.0
// One libFuzzer program per target: CUE_FUZZ_TARGET names it.
#include "targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  firmware_bridge::fuzz::CUE_FUZZ_TARGET(data, size);
  return 0;
}
