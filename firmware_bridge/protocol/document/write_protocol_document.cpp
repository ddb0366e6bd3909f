// SPDX-License-Identifier: Apache-2.0
// Writes docs/protocol.md: the rules in the given file, then every message of the table.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>

#include "firmware_bridge/protocol/frame.hpp"
#include "firmware_bridge/protocol/interface_hash.hpp"

namespace {
namespace protocol = firmware_bridge::protocol;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.10g", value);
  return text;
}

template <class Message>
void write_message(const Message& message) {
  const auto& info = Message::kInfo;
  const bool to_device = info.direction == protocol::Direction::kToDevice;
  char type[8];
  std::snprintf(type, sizeof(type), "0x%02X", info.type);
  std::cout
      << "\n### " << info.name << " (" << type << ", "
      << (to_device ? "host to device" : "device to host") << ", " << protocol::wire_size<Message>()
      << " bytes)\n\n"
      << info.description
      << "\n\n| offset | field | type | unit | range | meaning |\n|---|---|---|---|---|---|\n";
  std::size_t offset = 0;
  Message::visit(message, [&offset](const auto& value, const protocol::Field& field) {
    std::cout << "| " << offset << " | `" << field.name << "` | "
              << protocol::wire_type_name<std::decay_t<decltype(value)>>() << " | " << field.unit
              << " | " << number(field.min) << " … " << number(field.max) << " | "
              << field.description << " |\n";
    offset += sizeof(value);
  });
}

template <std::size_t kCount>
void write_enum(const char* name, const protocol::EnumRow (&rows)[kCount]) {
  std::cout << "\n### " << name << "\n\n| value | name | meaning |\n|---|---|---|\n";
  for (const auto& row : rows) {
    std::cout << "| " << int{row.value} << " | `" << row.name << "` | " << row.description
              << " |\n";
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string path = argc == 2 ? argv[1] : "";
  std::ifstream rules(path);
  if (!rules) {
    std::cerr << "usage: write_protocol_document RULES.md (cannot read '" << path << "')\n";
    return 2;
  }
  char hash[16];
  std::snprintf(hash, sizeof(hash), "0x%08X", protocol::kInterfaceHash);
  std::cout << rules.rdbuf() << "\n## Messages\n\nProtocol version "
            << int{protocol::kProtocolVersion} << ", interface hash `" << hash
            << "`. Little endian, no padding; the longest frame has " << protocol::kMaxLineSize
            << " bytes on the line. A field outside its range, or a NaN, is refused.\n";
  protocol::visit_messages([](const auto& message) { write_message(message); });
  std::cout << "\n## Enumerations\n";
  write_enum("CueState", protocol::kCueStates);
  write_enum("Reply", protocol::kReplies);
  write_enum("Outcome", protocol::kOutcomes);
  write_enum("FaultCode", protocol::kFaultCodes);
  return std::cout.good() ? 0 : 1;
}
