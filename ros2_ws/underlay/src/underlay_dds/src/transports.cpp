// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include <fastdds/rtps/transport/UDPv4TransportDescriptor.h>
#include <fastdds/rtps/transport/shared_mem/SharedMemTransportDescriptor.h>
#include <fastrtps/utils/IPLocator.h>

#include "fast_dds.hpp"

namespace underlay {
namespace {

constexpr std::uint32_t kSegmentSize = 32u << 20;       // holds five 6 MB images
constexpr std::uint32_t kSharedMessageSize = 1u << 20;  // fewer, larger fragments
constexpr std::uint32_t kSocketBuffer = 4u << 20;       // a burst of fragments must not be dropped
constexpr std::uint32_t kLocalProcesses = 32;           // found by unicast on one machine
constexpr std::uint32_t kAnnouncementPeriod = 500'000'000;  // [ns]
constexpr unsigned kGreatestDomain = 232;

/// True unless the user asked for the network: ROS_LOCALHOST_ONLY=0 (up to Humble's variable) or
/// ROS_AUTOMATIC_DISCOVERY_RANGE=SUBNET (from Iron on).
bool loopback_only() {
  const char* range = std::getenv("ROS_AUTOMATIC_DISCOVERY_RANGE");
  const char* localhost = std::getenv("ROS_LOCALHOST_ONLY");
  if (localhost != nullptr && std::strcmp(localhost, "1") == 0) return true;
  if (range != nullptr && std::strcmp(range, "SUBNET") == 0) return false;
  if (range != nullptr && *range != '\0') return true;
  return localhost == nullptr || std::strcmp(localhost, "0") != 0;
}

rtps::Locator_t udp_locator(const char* address) {
  rtps::Locator_t locator;
  locator.kind = LOCATOR_KIND_UDPv4;
  rtps::IPLocator::setIPv4(locator, address);
  locator.port = 0;  // computed from the domain
  return locator;
}

}  // namespace

unsigned domain_id_from_environment() {
  const char* text = std::getenv("ROS_DOMAIN_ID");
  if (text == nullptr || *text == '\0') return 0;
  char* end = nullptr;
  const unsigned long id = std::strtoul(text, &end, 10);
  if (*end != '\0' || *text == '-' || id > kGreatestDomain) {
    throw std::invalid_argument(std::string("ROS_DOMAIN_ID is '") + text +
                                "', allowed are 0 ... 232");
  }
  return static_cast<unsigned>(id);
}

dds::DomainParticipantQos participant_qos() {
  dds::DomainParticipantQos qos;
  const std::string enclave = "enclave=/;";
  qos.user_data().data_vec(std::vector<rtps::octet>(enclave.begin(), enclave.end()));

  auto shared_memory = std::make_shared<eprosima::fastdds::rtps::SharedMemTransportDescriptor>();
  shared_memory->segment_size(kSegmentSize);
  shared_memory->max_message_size(kSharedMessageSize);
  auto udp = std::make_shared<eprosima::fastdds::rtps::UDPv4TransportDescriptor>();
  udp->sendBufferSize = udp->receiveBufferSize = kSocketBuffer;
  udp->maxInitialPeersRange = kLocalProcesses;
  if (loopback_only()) udp->interfaceWhiteList = {"127.0.0.1"};
  qos.transport().use_builtin_transports = false;
  qos.transport().user_transports = {shared_memory, udp};

  // Multicast reaches most peers; unicast on loopback those that have multicast switched off.
  auto& peers = qos.wire_protocol().builtin.initialPeersList;
  peers.push_back(udp_locator("239.255.0.1"));
  peers.push_back(udp_locator("127.0.0.1"));

  // A newcomer is often found only by its peers' next announcement; Fast DDS's 3 s feel long.
  qos.wire_protocol().builtin.discovery_config.leaseDuration_announcementperiod = {
      0, kAnnouncementPeriod};
  return qos;
}

}  // namespace underlay
