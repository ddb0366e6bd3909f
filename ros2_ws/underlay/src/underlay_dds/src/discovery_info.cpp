// SPDX-License-Identifier: Apache-2.0
#include "discovery_info.hpp"

#include <algorithm>
#include <cstring>

namespace underlay {
namespace {

constexpr std::size_t kHeaderSize = 4;
constexpr std::size_t kLongestName = 256;
constexpr std::size_t kWidths[] = {16, 24};

class Out {
 public:
  explicit Out(std::size_t width) : width_(width) {}
  std::vector<std::uint8_t> bytes{0x00, 0x01, 0x00, 0x00};

  void put(std::uint32_t number) {
    bytes.resize((bytes.size() + 3) / 4 * 4);
    const auto* first = reinterpret_cast<const std::uint8_t*>(&number);
    bytes.insert(bytes.end(), first, first + 4);
  }
  void put(const std::string& text) {
    put(static_cast<std::uint32_t>(text.size() + 1));
    bytes.insert(bytes.end(), text.c_str(), text.c_str() + text.size() + 1);
  }
  void put(const Gid& gid) {
    bytes.insert(bytes.end(), gid.begin(), gid.end());
    bytes.resize(bytes.size() + width_ - gid.size());
  }
  void put(const std::vector<Gid>& gids) {
    put(static_cast<std::uint32_t>(gids.size()));
    for (const Gid& gid : gids) put(gid);
  }

 private:
  std::size_t width_;
};

class In {
 public:
  In(std::span<const std::uint8_t> bytes, std::size_t width) : bytes_(bytes), width_(width) {}

  bool get(std::uint32_t& number) {
    at_ = (at_ + 3) / 4 * 4;
    if (at_ > bytes_.size() || bytes_.size() - at_ < 4) return false;
    std::memcpy(&number, bytes_.data() + at_, 4);
    at_ += 4;
    return true;
  }
  bool get(std::string& text) {
    std::uint32_t length = 0;
    if (!get(length) || length == 0 || length > kLongestName + 1) return false;
    if (length > bytes_.size() - at_ || bytes_[at_ + length - 1] != 0) return false;
    text.assign(reinterpret_cast<const char*>(bytes_.data() + at_), length - 1);
    at_ += length;
    return true;
  }
  bool get(Gid& gid) {
    if (at_ > bytes_.size() || bytes_.size() - at_ < width_) return false;
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(at_), gid.size(), gid.begin());
    at_ += width_;
    return true;
  }
  bool get(std::vector<Gid>& gids) {
    std::uint32_t count = 0;
    if (!get(count) || count > (bytes_.size() - at_) / width_) return false;
    gids.resize(count);
    return std::all_of(gids.begin(), gids.end(), [this](Gid& gid) { return get(gid); });
  }
  /// Payloads may be padded to a multiple of 4.
  [[nodiscard]] bool at_end() const { return bytes_.size() - at_ < 4; }
  [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t width_;
  std::size_t at_{kHeaderSize};
};

bool decode(In& in, DiscoveryInfo& info) {
  std::uint32_t count = 0;
  if (!in.get(info.participant) || !in.get(count) || count > in.left()) return false;
  info.nodes.resize(count);
  for (NodeEntry& node : info.nodes) {
    if (!in.get(node.node_namespace) || !in.get(node.name) || !in.get(node.readers) ||
        !in.get(node.writers)) {
      return false;
    }
  }
  return in.at_end();
}

}  // namespace

std::vector<std::uint8_t> encode(const DiscoveryInfo& info) {
  Out out(info.gid_width);
  out.put(info.participant);
  out.put(static_cast<std::uint32_t>(info.nodes.size()));
  for (const NodeEntry& node : info.nodes) {
    out.put(node.node_namespace);
    out.put(node.name);
    out.put(node.readers);
    out.put(node.writers);
  }
  return out.bytes;
}

std::optional<DiscoveryInfo> decode_discovery_info(std::span<const std::uint8_t> cdr) {
  if (cdr.size() < kHeaderSize || cdr[0] != 0 || cdr[1] != 1) return std::nullopt;
  for (const std::size_t width : kWidths) {
    DiscoveryInfo info;
    info.gid_width = width;
    In in(cdr, width);
    if (decode(in, info)) return info;
  }
  return std::nullopt;
}

}  // namespace underlay
