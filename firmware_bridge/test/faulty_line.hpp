// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>

namespace firmware_bridge::test {

/// Small, fast random numbers (splitmix64, Steele et al. 2014): the same on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
  }
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(next() % limit); }
  bool chance(double probability) {
    return static_cast<double>(next() >> 11U) < probability * 9007199254740992.0;
  }

 private:
  std::uint64_t state_;
};

/// How often a byte or a write is hurt.
struct LineFaults {
  double bytes{0.0};    ///< Share of bytes flipped, dropped, doubled, swapped or cut off
  double replays{0.0};  ///< Share of writes that come again later, whole
  double delays{0.0};   ///< Share of writes held back
  int longest_delay_ms{0};
  bool cut{false};  ///< The cable is out: nothing passes
};

/// One direction of a serial line that does to bytes what bad cables, buffers and adapters do.
class FaultyLine {
 public:
  /// Takes one write at time `now` [ms].
  void send(std::string bytes, const LineFaults& faults, Random& random, std::int64_t now) {
    if (bytes.empty() || faults.cut) return;
    if (random.chance(faults.replays)) {
      held_.push_back({now + 1 + random.below(400), bytes});
    }
    if (faults.bytes > 0.0) bytes = hurt(bytes, faults.bytes, random);
    if (random.chance(faults.delays) && faults.longest_delay_ms > 0) {
      const auto limit = static_cast<std::uint32_t>(faults.longest_delay_ms);
      held_.push_back({now + 1 + random.below(limit), bytes});
    } else {
      ready_ += bytes;
    }
  }

  /// What has arrived by `now`.
  std::string receive(const LineFaults& faults, std::int64_t now) {
    for (auto it = held_.begin(); it != held_.end();) {
      const bool due = it->due <= now;
      if (due) ready_ += it->bytes;
      it = due ? held_.erase(it) : it + 1;
    }
    std::string out;
    out.swap(ready_);
    if (faults.cut) out.clear();
    return out;
  }

  std::uint64_t hurt_bytes() const { return hurt_; }

 private:
  struct Held {
    std::int64_t due;
    std::string bytes;
  };

  std::string hurt(const std::string& bytes, double share, Random& random) {
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (!random.chance(share)) {
        out += bytes[i];
        continue;
      }
      ++hurt_;
      switch (random.below(5)) {
        case 0:
          out += static_cast<char>(static_cast<unsigned char>(bytes[i]) ^ (1U << random.below(8)));
          break;
        case 1:  // dropped
          break;
        case 2:
          out += bytes[i];
          out += bytes[i];
          break;
        case 3:  // swapped with the next
          if (i + 1 < bytes.size()) out += bytes[i + 1];
          out += bytes[i];
          ++i;
          break;
        default:  // the rest of this write is cut off, up to 32 bytes
          i += random.below(32);
          break;
      }
    }
    return out;
  }

  std::string ready_;
  std::deque<Held> held_;
  std::uint64_t hurt_{0};
};

}  // namespace firmware_bridge::test
