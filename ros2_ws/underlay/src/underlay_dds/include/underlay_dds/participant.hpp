// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "underlay_dds/graph.hpp"
#include "underlay_dds/qos_profile.hpp"
#include "underlay_types/plan.hpp"

namespace underlay {

/// Where a sample comes from.
struct SampleHeader {
  Gid writer{};
  std::int64_t sequence{0};          ///< of the writer
  Gid related{};                     ///< request: the client's reply reader; reply: the same
  std::int64_t related_sequence{0};  ///< reply: the request's sequence number
  std::int64_t source_time{0};       ///< [ns since epoch]
  std::int64_t received_time{0};     ///< [ns since epoch]
};

/// What a writer or reader is made of.
struct EndpointSpec {
  std::string topic;          ///< DDS name, e.g. rt/chatter
  std::string type;           ///< DDS name, e.g. std_msgs::msg::dds_::String_
  std::string type_hash;      ///< RIHS01_..., may be empty
  const Plan* plan{nullptr};  ///< null: only raw bytes are written or taken
  QosProfile qos;
};

/// Called from middleware threads; must return quickly and must not destroy the endpoint.
struct EndpointEvents {
  std::function<void()> data;  ///< readers: something may be taken
  std::function<void(int total, int change)> matched;
  std::function<void(int total, int policy)> incompatible_qos;  ///< policy: DDS policy id
  std::function<void(int total)> deadline_missed;
  std::function<void(int alive, int change)> liveliness_changed;
};

/// Sends samples of one topic. Any thread may write.
class Writer {
 public:
  virtual ~Writer() = default;
  /// False if the middleware did not take it (reliable and the history is full).
  virtual bool write(const void* message) = 0;
  virtual bool write_bytes(std::span<const std::uint8_t> cdr) = 0;
  /// Sends a request that asks for replies to `reply_reader`; its sequence number, 0 on failure.
  virtual std::int64_t write_request(const void* message, const Gid& reply_reader) = 0;
  /// Answers the request `header`.
  virtual bool write_reply(const void* message, const SampleHeader& header) = 0;
  /// Waits until the reader is matched, or the time is over [ns].
  virtual bool wait_for_match(const Gid& reader, std::int64_t timeout) = 0;
  [[nodiscard]] virtual std::size_t matched_count() const = 0;
  [[nodiscard]] virtual Gid gid() const = 0;
  /// Says that a manually asserted writer is alive.
  virtual bool assert_liveliness() = 0;
};

/// Receives samples of one topic.
class Reader {
 public:
  virtual ~Reader() = default;
  /// Takes the next sample. Samples that cannot be decoded are counted and skipped.
  virtual bool take(void* message, SampleHeader& header) = 0;
  virtual bool take_bytes(std::vector<std::uint8_t>& cdr, SampleHeader& header) = 0;
  [[nodiscard]] virtual std::size_t matched_count() const = 0;
  [[nodiscard]] virtual std::uint64_t refused_count() const = 0;
  [[nodiscard]] virtual Gid gid() const = 0;
};

/// One process's membership in a DDS domain, with what it knows of the others.
class Participant {
 public:
  virtual ~Participant() = default;

  /// Throws std::runtime_error if the middleware cannot be started.
  [[nodiscard]] static std::shared_ptr<Participant> create(unsigned domain_id);

  /// Both throw std::runtime_error naming the topic.
  [[nodiscard]] virtual std::unique_ptr<Writer> create_writer(const EndpointSpec& spec,
                                                              EndpointEvents events) = 0;
  [[nodiscard]] virtual std::unique_ptr<Reader> create_reader(const EndpointSpec& spec,
                                                              EndpointEvents events) = 0;

  [[nodiscard]] virtual Graph& graph() = 0;

  /// Announces the nodes of this process and their endpoints to the others.
  virtual void announce(const std::vector<NodeEntry>& nodes) = 0;
};

/// Domain id from ROS_DOMAIN_ID, 0 if unset. Throws std::invalid_argument if it is not 0 ... 232.
[[nodiscard]] unsigned domain_id_from_environment();

}  // namespace underlay
