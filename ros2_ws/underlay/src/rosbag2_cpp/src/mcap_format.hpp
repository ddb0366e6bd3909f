// SPDX-License-Identifier: Apache-2.0
// The MCAP container (mcap.dev/spec): little-endian records of opcode, length and body.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace rosbag2_cpp::mcap {

constexpr std::uint8_t kMagic[8] = {0x89, 'M', 'C', 'A', 'P', '0', '\r', '\n'};
constexpr std::size_t kRecordHeader = 9;  // opcode and length

enum Opcode : std::uint8_t {
  kHeader = 0x01,
  kFooter = 0x02,
  kSchema = 0x03,
  kChannel = 0x04,
  kMessage = 0x05,
  kChunk = 0x06,
  kMessageIndex = 0x07,
  kChunkIndex = 0x08,
  kStatistics = 0x0b,
  kMetadata = 0x0c,
  kMetadataIndex = 0x0d,
  kSummaryOffset = 0x0e,
  kDataEnd = 0x0f,
};

/// Reads fields one after the other; throws std::runtime_error beyond the end.
class Fields {
 public:
  explicit Fields(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  template <typename T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
    return value;
  }
  std::string text() {
    const auto raw = take(number<std::uint32_t>());
    return {raw.begin(), raw.end()};
  }
  std::map<std::string, std::string> map() {
    Fields inner(take(number<std::uint32_t>()));
    std::map<std::string, std::string> entries;
    while (!inner.rest().empty()) {
      const std::string key = inner.text();
      entries[key] = inner.text();
    }
    return entries;
  }
  std::span<const std::uint8_t> take(std::uint64_t size) {
    if (size > bytes_.size()) throw std::runtime_error("a record is shorter than its fields");
    const auto part = bytes_.first(size);
    bytes_ = bytes_.subspan(size);
    return part;
  }
  [[nodiscard]] std::span<const std::uint8_t> rest() const { return bytes_; }

 private:
  std::span<const std::uint8_t> bytes_;
};

/// Appends fields to a buffer.
class Bytes {
 public:
  std::vector<std::uint8_t> data;

  template <typename T>
  Bytes& number(T value) {
    const auto* first = reinterpret_cast<const std::uint8_t*>(&value);
    data.insert(data.end(), first, first + sizeof(T));
    return *this;
  }
  Bytes& text(const std::string& value) {
    number(static_cast<std::uint32_t>(value.size()));
    data.insert(data.end(), value.begin(), value.end());
    return *this;
  }
  Bytes& map(const std::map<std::string, std::string>& entries) {
    Bytes inner;
    for (const auto& [key, value] : entries) inner.text(key).text(value);
    number(static_cast<std::uint32_t>(inner.data.size()));
    return raw(inner.data);
  }
  Bytes& raw(std::span<const std::uint8_t> bytes) {
    data.insert(data.end(), bytes.begin(), bytes.end());
    return *this;
  }
  Bytes& record(Opcode opcode, const Bytes& body) {
    number<std::uint8_t>(opcode).number<std::uint64_t>(body.data.size());
    return raw(body.data);
  }
};

}  // namespace rosbag2_cpp::mcap
