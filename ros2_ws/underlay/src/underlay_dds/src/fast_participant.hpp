// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include <fastdds/dds/domain/DomainParticipantListener.hpp>

#include "fast_dds.hpp"

namespace underlay {

class FastParticipant final : public Participant,
                              public std::enable_shared_from_this<FastParticipant>,
                              private dds::DomainParticipantListener {
 public:
  explicit FastParticipant(unsigned domain_id);
  ~FastParticipant() override;

  std::unique_ptr<Writer> create_writer(const EndpointSpec& spec, EndpointEvents events) override;
  std::unique_ptr<Reader> create_reader(const EndpointSpec& spec, EndpointEvents events) override;
  Graph& graph() override { return graph_; }
  void announce(const std::vector<NodeEntry>& nodes) override;

  /// The topic object of this name, created on first use and counted.
  [[nodiscard]] dds::Topic* acquire_topic(const EndpointSpec& spec);
  void release_topic(const std::string& name);

  dds::Publisher* publisher{nullptr};
  dds::Subscriber* subscriber{nullptr};

 private:
  struct TopicEntry {
    dds::Topic* topic{nullptr};
    int uses{0};
  };

  void start_announcements();
  void on_participant_discovery(dds::DomainParticipant*,
                                rtps::ParticipantDiscoveryInfo&& info) override;
  void on_subscriber_discovery(dds::DomainParticipant*, rtps::ReaderDiscoveryInfo&& info) override;
  void on_publisher_discovery(dds::DomainParticipant*, rtps::WriterDiscoveryInfo&& info) override;

  friend std::shared_ptr<Participant> Participant::create(unsigned domain_id);

  dds::DomainParticipant* participant_{nullptr};
  Graph graph_;
  std::mutex topics_mutex_;
  std::map<std::string, TopicEntry> topics_;

  class Announcer;
  std::unique_ptr<Announcer> announcer_;
};

}  // namespace underlay
