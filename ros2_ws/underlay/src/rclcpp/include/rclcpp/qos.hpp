// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "rclcpp/duration.hpp"
#include "underlay_dds/qos_profile.hpp"

namespace rclcpp {

enum class HistoryPolicy { KeepLast, KeepAll, SystemDefault };
enum class ReliabilityPolicy { BestEffort, Reliable, SystemDefault };
enum class DurabilityPolicy { Volatile, TransientLocal, SystemDefault };
enum class LivelinessPolicy { Automatic, ManualByTopic, SystemDefault };

struct QoSInitialization {
  QoSInitialization(underlay::History history_arg, std::size_t depth_arg)
      : history(history_arg), depth(depth_arg) {}

  underlay::History history;
  std::size_t depth;
};
struct KeepLast : QoSInitialization {
  explicit KeepLast(std::size_t samples)
      : QoSInitialization(underlay::History::kKeepLast, samples) {}
};
struct KeepAll : QoSInitialization {
  KeepAll() : QoSInitialization(underlay::History::kKeepAll, 0) {}
};

/// Quality of service of a publisher, subscription, service or client.
class QoS {
 public:
  QoS(const QoSInitialization& initial) {  // NOLINT: implicit, as in rclcpp
    profile_.history = initial.history;
    profile_.depth = initial.depth;
  }
  QoS(std::size_t samples) : QoS(KeepLast(samples)) {}  // NOLINT: implicit, as in rclcpp

  QoS& keep_last(std::size_t samples);
  QoS& keep_all();
  QoS& history(HistoryPolicy policy);
  QoS& reliable();
  QoS& best_effort();
  QoS& reliability(ReliabilityPolicy policy);
  QoS& durability_volatile();
  QoS& transient_local();
  QoS& durability(DurabilityPolicy policy);
  QoS& deadline(const Duration& period);
  QoS& lifespan(const Duration& duration);
  QoS& liveliness(LivelinessPolicy policy);
  QoS& liveliness_lease_duration(const Duration& duration);

  [[nodiscard]] HistoryPolicy history() const;
  [[nodiscard]] std::size_t depth() const { return profile_.depth; }
  [[nodiscard]] ReliabilityPolicy reliability() const;
  [[nodiscard]] DurabilityPolicy durability() const;
  [[nodiscard]] Duration deadline() const { return Duration::from_nanoseconds(profile_.deadline); }
  [[nodiscard]] Duration lifespan() const { return Duration::from_nanoseconds(profile_.lifespan); }

  // --- not in rclcpp ---
  [[nodiscard]] const underlay::QosProfile& profile() const { return profile_; }

 private:
  underlay::QosProfile profile_;
};

class SensorDataQoS : public QoS {
 public:
  explicit SensorDataQoS(const QoSInitialization& initial = KeepLast(5)) : QoS(initial) {
    best_effort();
  }
};
class ParametersQoS : public QoS {
 public:
  ParametersQoS() : QoS(KeepLast(1000)) {}
};
class ServicesQoS : public QoS {
 public:
  ServicesQoS() : QoS(KeepLast(10)) {}
};
class ParameterEventsQoS : public QoS {
 public:
  ParameterEventsQoS() : QoS(KeepLast(1000)) {}
};
class ClockQoS : public QoS {
 public:
  explicit ClockQoS(const QoSInitialization& initial = KeepLast(1)) : QoS(initial) {
    best_effort();
  }
};
class RosoutQoS : public QoS {
 public:
  RosoutQoS() : QoS(KeepLast(1000)) { transient_local().lifespan(Duration(10, 0)); }
};
class SystemDefaultsQoS : public QoS {
 public:
  SystemDefaultsQoS() : QoS(KeepLast(10)) {}
};

}  // namespace rclcpp
