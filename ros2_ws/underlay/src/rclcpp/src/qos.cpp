// SPDX-License-Identifier: Apache-2.0
#include "rclcpp/qos.hpp"

namespace rclcpp {

QoS& QoS::keep_last(std::size_t samples) {
  profile_.history = underlay::History::kKeepLast;
  profile_.depth = samples;
  return *this;
}

QoS& QoS::keep_all() {
  profile_.history = underlay::History::kKeepAll;
  profile_.depth = 0;
  return *this;
}

QoS& QoS::history(HistoryPolicy policy) {
  profile_.history =
      policy == HistoryPolicy::KeepAll ? underlay::History::kKeepAll : underlay::History::kKeepLast;
  return *this;
}

QoS& QoS::reliable() { return reliability(ReliabilityPolicy::Reliable); }
QoS& QoS::best_effort() { return reliability(ReliabilityPolicy::BestEffort); }

QoS& QoS::reliability(ReliabilityPolicy policy) {
  profile_.reliability = policy == ReliabilityPolicy::BestEffort
                             ? underlay::Reliability::kBestEffort
                             : underlay::Reliability::kReliable;
  return *this;
}

QoS& QoS::durability_volatile() { return durability(DurabilityPolicy::Volatile); }
QoS& QoS::transient_local() { return durability(DurabilityPolicy::TransientLocal); }

QoS& QoS::durability(DurabilityPolicy policy) {
  profile_.durability = policy == DurabilityPolicy::TransientLocal
                            ? underlay::Durability::kTransientLocal
                            : underlay::Durability::kVolatile;
  return *this;
}

QoS& QoS::deadline(const Duration& period) {
  profile_.deadline = period.nanoseconds();
  return *this;
}

QoS& QoS::lifespan(const Duration& duration) {
  profile_.lifespan = duration.nanoseconds();
  return *this;
}

QoS& QoS::liveliness(LivelinessPolicy policy) {
  profile_.liveliness = policy == LivelinessPolicy::ManualByTopic
                            ? underlay::Liveliness::kManualByTopic
                            : underlay::Liveliness::kAutomatic;
  return *this;
}

QoS& QoS::liveliness_lease_duration(const Duration& duration) {
  profile_.lease_duration = duration.nanoseconds();
  return *this;
}

HistoryPolicy QoS::history() const {
  return profile_.history == underlay::History::kKeepAll ? HistoryPolicy::KeepAll
                                                         : HistoryPolicy::KeepLast;
}

ReliabilityPolicy QoS::reliability() const {
  return profile_.reliability == underlay::Reliability::kBestEffort ? ReliabilityPolicy::BestEffort
                                                                    : ReliabilityPolicy::Reliable;
}

DurabilityPolicy QoS::durability() const {
  return profile_.durability == underlay::Durability::kTransientLocal
             ? DurabilityPolicy::TransientLocal
             : DurabilityPolicy::Volatile;
}

}  // namespace rclcpp
