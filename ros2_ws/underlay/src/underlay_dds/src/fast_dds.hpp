// SPDX-License-Identifier: Apache-2.0
// What the sources of this package share about Fast DDS; not installed, so that no user of the
// package compiles its headers.
#pragma once

#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/domain/qos/DomainParticipantQos.hpp>
#include <fastdds/dds/publisher/qos/DataWriterQos.hpp>
#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <fastdds/dds/subscriber/qos/DataReaderQos.hpp>
#include <fastdds/dds/topic/TopicDataType.hpp>

#include "underlay_dds/participant.hpp"

namespace underlay {

namespace dds = eprosima::fastdds::dds;
namespace rtps = eprosima::fastrtps::rtps;

/// What passes through Fast DDS's void pointers: a message with its plan, or raw CDR.
struct Sample {
  const Plan* plan{nullptr};
  const void* message_out{nullptr};
  void* message_in{nullptr};
  std::span<const std::uint8_t> bytes_out;
  std::vector<std::uint8_t>* bytes_in{nullptr};
  DecodeError error{DecodeError::kNone};
};

/// One Fast DDS type for all messages; the plan travels with each sample.
class SampleType : public dds::TopicDataType {
 public:
  explicit SampleType(const std::string& name);
  bool serialize(void* data, rtps::SerializedPayload_t* payload) override;
  bool deserialize(rtps::SerializedPayload_t* payload, void* data) override;
  std::function<std::uint32_t()> getSerializedSizeProvider(void* data) override;
  void* createData() override;
  void deleteData(void* data) override;
  bool getKey(void*, rtps::InstanceHandle_t*, bool) override { return false; }
};

[[nodiscard]] Gid to_gid(const rtps::GUID_t& guid);
[[nodiscard]] rtps::GUID_t to_guid(const Gid& gid);
[[nodiscard]] std::int64_t to_nanoseconds(const rtps::Time_t& time);

[[nodiscard]] dds::DataWriterQos writer_qos(const EndpointSpec& spec);
[[nodiscard]] dds::DataReaderQos reader_qos(const EndpointSpec& spec);
[[nodiscard]] QosProfile from_dds(const dds::ReliabilityQosPolicy& reliability,
                                  const dds::DurabilityQosPolicy& durability);
[[nodiscard]] std::string type_hash_from(const std::vector<rtps::octet>& user_data);

/// Transports and discovery: loopback only, unless the environment asks for more.
[[nodiscard]] dds::DomainParticipantQos participant_qos();

}  // namespace underlay
