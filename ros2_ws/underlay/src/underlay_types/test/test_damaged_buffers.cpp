// SPDX-License-Identifier: Apache-2.0
// Built with the address and undefined-behaviour sanitizers: a wrong read ends the test.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "everything.hpp"
#include "largest_allocation.hpp"
#include "rosidl_typesupport_introspection_cpp/message_type_support_decl.hpp"
#include "underlay_types/plan.hpp"

namespace {

using underlay::DecodeError;
using underlay::Plan;
using underlay_types::msg::Everything;

const Plan& plan() {
  return Plan::of(
      rosidl_typesupport_introspection_cpp::get_message_type_support_handle<Everything>());
}

std::vector<std::uint8_t> encode(const Everything& message) {
  std::vector<std::uint8_t> bytes(plan().serialized_size(&message));
  plan().serialize(&message, bytes);
  return bytes;
}

TEST(DamagedBuffers, EveryTruncationIsRefused) {
  const std::vector<std::uint8_t> whole = encode(make_everything());

  for (std::size_t length = 0; length < whole.size(); ++length) {
    // A buffer of exactly this size, so that the sanitizer sees the first byte read beyond it.
    const std::vector<std::uint8_t> part(whole.begin(),
                                         whole.begin() + static_cast<std::ptrdiff_t>(length));
    Everything message;
    EXPECT_NE(plan().deserialize(part, &message), DecodeError::kNone) << length << " bytes";
  }
}

TEST(DamagedBuffers, MutationsNeitherCrashNorAllocateMuch) {
  const bool full = std::getenv("BILLIARD_FULL_TESTS") != nullptr;
  const int rounds = full ? 1'000'000 : 100'000;
  const std::vector<std::uint8_t> whole = encode(make_everything());
  std::mt19937 random(20261116);
  std::uniform_int_distribution<std::size_t> position(0, whole.size() - 1);
  std::uniform_int_distribution<int> byte(0, 255);
  int refused = 0;

  largest_allocation = 0;
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::uint8_t> damaged = whole;
    for (int change = 0; change <= round % 8; ++change) {
      damaged[position(random)] = static_cast<std::uint8_t>(byte(random));
    }
    if (round % 3 == 0) damaged.resize(position(random));
    Everything message;
    if (plan().deserialize(damaged, &message) != DecodeError::kNone) ++refused;
  }

  // An element takes at most 64 times more memory than bytes (std::string or Inner against 1 byte).
  EXPECT_LT(largest_allocation, 64 * whole.size());
  EXPECT_GT(refused, rounds / 4);
}

}  // namespace
