// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "fast_dds.hpp"

namespace underlay {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

eprosima::fastrtps::Duration_t to_duration(std::int64_t nanoseconds) {
  if (nanoseconds <= 0) return eprosima::fastrtps::c_TimeInfinite;
  return {static_cast<std::int32_t>(std::min<std::int64_t>(nanoseconds / kSecond, INT32_MAX - 1)),
          static_cast<std::uint32_t>(nanoseconds % kSecond)};
}

/// The policies that writers and readers have under the same names.
template <typename Qos>
void fill(const EndpointSpec& spec, Qos& qos) {
  const QosProfile& profile = spec.qos;
  if (profile.history == History::kKeepAll) {
    qos.history().kind = dds::KEEP_ALL_HISTORY_QOS;
  } else {
    qos.history().kind = dds::KEEP_LAST_HISTORY_QOS;
    qos.history().depth = static_cast<std::int32_t>(std::max<std::size_t>(profile.depth, 1));
  }
  // Unlimited: Fast DDS's default of 5000 samples would refuse deeper histories.
  qos.resource_limits().max_samples = 0;
  qos.resource_limits().max_samples_per_instance = 0;
  qos.resource_limits().allocated_samples = 0;
  qos.durability().kind = profile.durability == Durability::kTransientLocal
                              ? dds::TRANSIENT_LOCAL_DURABILITY_QOS
                              : dds::VOLATILE_DURABILITY_QOS;
  qos.deadline().period = to_duration(profile.deadline);
  qos.lifespan().duration = to_duration(profile.lifespan);
  qos.liveliness().kind = profile.liveliness == Liveliness::kManualByTopic
                              ? dds::MANUAL_BY_TOPIC_LIVELINESS_QOS
                              : dds::AUTOMATIC_LIVELINESS_QOS;
  qos.liveliness().lease_duration = to_duration(profile.lease_duration);
  if (profile.lease_duration > 0) {
    qos.liveliness().announcement_period = to_duration(profile.lease_duration * 2 / 3);
  }
  qos.endpoint().history_memory_policy = rtps::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
  qos.data_sharing().off();
  if (!spec.type_hash.empty()) {
    const std::string text = "typehash=" + spec.type_hash + ";";
    qos.user_data().data_vec(std::vector<rtps::octet>(text.begin(), text.end()));
  }
}

}  // namespace

dds::DataWriterQos writer_qos(const EndpointSpec& spec) {
  dds::DataWriterQos qos;
  fill(spec, qos);
  qos.reliability().kind = spec.qos.reliability == Reliability::kBestEffort
                               ? dds::BEST_EFFORT_RELIABILITY_QOS
                               : dds::RELIABLE_RELIABILITY_QOS;
  qos.publish_mode().kind = dds::SYNCHRONOUS_PUBLISH_MODE;
  return qos;
}

dds::DataReaderQos reader_qos(const EndpointSpec& spec) {
  dds::DataReaderQos qos;
  fill(spec, qos);
  qos.reliability().kind = spec.qos.reliability == Reliability::kBestEffort
                               ? dds::BEST_EFFORT_RELIABILITY_QOS
                               : dds::RELIABLE_RELIABILITY_QOS;
  return qos;
}

QosProfile from_dds(const dds::ReliabilityQosPolicy& reliability,
                    const dds::DurabilityQosPolicy& durability) {
  QosProfile profile;
  profile.reliability = reliability.kind == dds::RELIABLE_RELIABILITY_QOS
                            ? Reliability::kReliable
                            : Reliability::kBestEffort;
  profile.durability = durability.kind == dds::VOLATILE_DURABILITY_QOS
                           ? Durability::kVolatile
                           : Durability::kTransientLocal;
  return profile;
}

std::string type_hash_from(const std::vector<rtps::octet>& user_data) {
  const std::string text(user_data.begin(), user_data.end());
  const std::string key = "typehash=";
  const std::size_t start = text.find(key);
  if (start == std::string::npos) return {};
  const std::size_t end = text.find(';', start);
  return text.substr(start + key.size(), end - start - key.size());
}

}  // namespace underlay
