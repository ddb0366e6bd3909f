// SPDX-License-Identifier: Apache-2.0
#include "firmware_bridge/protocol/codec.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "firmware_bridge/protocol/interface_hash.hpp"

namespace firmware_bridge::protocol {
namespace {

using Bytes = std::vector<std::uint8_t>;

template <class Message>
Bytes write(const Message& message) {
  Bytes out(wire_size<Message>());
  out.resize(write_payload(message, {out.data(), out.size()}));
  return out;
}

/// Fills every field with a random value of its range.
template <class Message>
Message random_message(std::mt19937& random) {
  Message message;
  Message::visit(message, [&random](auto& value, const Field& field) {
    const double share = std::uniform_real_distribution<double>(0.0, 1.0)(random);
    const double number = field.min + share * (field.max - field.min);
    value = static_cast<std::decay_t<decltype(value)>>(number);
  });
  return message;
}

TEST(Codec, WritesFieldsLittleEndianInTableOrder) {
  const Arm arm{0x04030201U, 0x08070605U, 0x0A09U};

  EXPECT_EQ(write(arm), (Bytes{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
}

TEST(Codec, WritesFloatsAsIeee754) {
  Load load;
  load.speed = 1.0F;

  const Bytes bytes = write(load);

  EXPECT_EQ((Bytes{bytes.begin() + 8, bytes.begin() + 12}), (Bytes{0x00, 0x00, 0x80, 0x3F}));
}

TEST(Codec, RoundTripsEveryMessage) {
  std::mt19937 random(2);
  visit_messages([&random](const auto& prototype) {
    using Message = std::decay_t<decltype(prototype)>;
    for (int i = 0; i < 1000; ++i) {
      const auto sent = random_message<Message>(random);
      Message received;

      const Bytes bytes = write(sent);
      ASSERT_EQ(read_payload({bytes.data(), bytes.size()}, received), PayloadError::kNone)
          << Message::kInfo.name;

      ASSERT_EQ(write(received), bytes);
    }
  });
}

TEST(Codec, RefusesEveryOtherLength) {
  visit_messages([](const auto& prototype) {
    using Message = std::decay_t<decltype(prototype)>;
    const Bytes bytes = write(prototype);
    for (std::size_t size = 0; size <= bytes.size() + 3; ++size) {
      Bytes cut(bytes);
      cut.resize(size);
      Message message;
      const auto error = read_payload({cut.data(), cut.size()}, message);
      EXPECT_EQ(error == PayloadError::kWrongSize, size != bytes.size()) << Message::kInfo.name;
    }
  });
}

TEST(Codec, WritesNothingIntoTooLittleRoom) {
  Bytes out(wire_size<Load>() - 1, 0xAA);

  EXPECT_EQ(write_payload(Load{}, {out.data(), out.size()}), 0U);
  EXPECT_EQ(out, Bytes(out.size(), 0xAA));
}

TEST(Codec, RefusesNotANumberAndBothSidesOfEveryRange) {
  std::mt19937 random(3);
  visit_messages([&random](const auto& prototype) {
    using Message = std::decay_t<decltype(prototype)>;
    Message::visit(prototype, [&random](const auto& field_value, const Field& field) {
      using T = std::decay_t<decltype(field_value)>;
      for (const double bad :
           {field.min - 1.0, field.max + 1.0, std::numeric_limits<double>::quiet_NaN()}) {
        const bool fits_type = std::is_same_v<T, float> ||
                               (bad >= 0 && bad < static_cast<double>(1ULL << (8 * sizeof(T))));
        if (!fits_type) continue;
        auto message = random_message<Message>(random);
        Message::visit(message, [&](auto& value, const Field& other) {
          if (std::string(other.name) == field.name) {
            value = static_cast<std::decay_t<decltype(value)>>(bad);
          }
        });
        if (field.max >= kMaxU32 && std::is_same_v<T, float> && bad == bad)
          continue;  // rounds back
        const Bytes bytes = write(message);
        Message received;
        EXPECT_EQ(read_payload({bytes.data(), bytes.size()}, received), PayloadError::kOutOfRange)
            << Message::kInfo.name << "." << field.name << " = " << bad;
        EXPECT_STREQ(find_out_of_range(message), field.name);
      }
    });
  });
}

TEST(Codec, AcceptsTheBoundsThemselves) {
  Load load;
  for (const double speed : {kMinTipSpeed, kMaxTipSpeed}) {
    load.speed = static_cast<float>(speed);
    EXPECT_EQ(find_out_of_range(load), nullptr);
  }
}

TEST(MessageTable, HasDistinctTypesAndEnumsAsLongAsTheirRange) {
  std::set<int> types;
  visit_messages([&types](const auto& message) {
    using Message = std::decay_t<decltype(message)>;
    EXPECT_TRUE(types.insert(Message::kInfo.type).second) << Message::kInfo.name;
    Message::visit(message, [](const auto& value, const Field& field) {
      const std::string unit = field.unit;
      if (unit == "CueState") {
        EXPECT_EQ(field.max + 1, std::size(kCueStates));
      }
      if (unit == "Reply") {
        EXPECT_EQ(field.max + 1, std::size(kReplies));
      }
      if (unit == "Outcome") {
        EXPECT_EQ(field.max + 1, std::size(kOutcomes));
      }
      if (unit == "FaultCode") {
        EXPECT_EQ(field.max + 1, std::size(kFaultCodes));
      }
      EXPECT_EQ(std::is_enum_v<std::decay_t<decltype(value)>>,
                unit == "CueState" || unit == "Reply" || unit == "Outcome" || unit == "FaultCode");
    });
  });
  EXPECT_EQ(types.size(), 11U);
}

TEST(MessageTable, NamesEveryEnumerator) {
  EXPECT_STREQ(name_of(CueState::kStopped), "stopped");
  EXPECT_STREQ(name_of(Reply::kHostSilent), "host_silent");
  EXPECT_STREQ(name_of(Outcome::kFailed), "failed");
  EXPECT_STREQ(name_of(FaultCode::kPersistentMemory), "persistent_memory");
  EXPECT_STREQ(name_of(static_cast<CueState>(200)), "?");
}

TEST(InterfaceHash, IsFixedForThisTable) {
  // Changes with every change of the table: then renew docs/protocol.md and this number, and flash
  // host and device together.
  EXPECT_EQ(kInterfaceHash, 127644314U);
}

TEST(InterfaceHash, SeesTextAndNumbers) {
  TableHash one;
  TableHash other;
  one.add_text("LOAD");
  other.add_text("LOAD");
  EXPECT_EQ(one.value(), other.value());

  one.add_number(0.2);
  other.add_number(0.3);
  EXPECT_NE(one.value(), other.value());
}

}  // namespace
}  // namespace firmware_bridge::protocol
