// SPDX-License-Identifier: Apache-2.0
#include "fast_participant.hpp"

#include <condition_variable>
#include <cstdlib>
#include <set>
#include <stdexcept>
#include <thread>

#include <fastdds/rtps/participant/ParticipantDiscoveryInfo.h>
#include <fastdds/rtps/reader/ReaderDiscoveryInfo.h>
#include <fastdds/rtps/writer/WriterDiscoveryInfo.h>
#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>

#include "discovery_info.hpp"
#include "endpoints.hpp"

namespace underlay {
namespace {

constexpr char kDiscoveryTopic[] = "ros_discovery_info";
constexpr char kDiscoveryType[] = "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_";
constexpr std::size_t kWideGid = 24;  // Humble

/// Bytes of a Gid to begin with: ROS_UNDERLAY_GID_BYTES=24 announces as Humble does from the start.
std::size_t first_gid_width() {
  const char* text = std::getenv("ROS_UNDERLAY_GID_BYTES");
  return text != nullptr && std::string(text) == "24" ? kWideGid : 16;
}

/// Writers and readers differ only in their names here.
template <typename Data>
GraphEndpoint to_endpoint(const Data& info, bool is_writer) {
  GraphEndpoint endpoint;
  endpoint.gid = to_gid(info.guid());
  endpoint.topic = info.topicName().c_str();
  endpoint.type = info.typeName().c_str();
  endpoint.type_hash = type_hash_from(info.m_qos.m_userData.data_vec());
  endpoint.qos = from_dds(info.m_qos.m_reliability, info.m_qos.m_durability);
  endpoint.is_writer = is_writer;
  return endpoint;
}

}  // namespace

/// Writes and reads the topic by which processes tell each other their nodes. A thread of its own
/// does both: writing from a listener could wait for a lock that the listener's caller holds.
class FastParticipant::Announcer {
 public:
  Announcer(FastParticipant& owner, const EndpointSpec& spec) : owner_(owner) {
    info_.participant = to_gid(owner.participant_->guid());
    info_.gid_width = first_gid_width();
    EndpointEvents events;
    events.data = [this] { wake(); };
    // The owner outlives its announcer, so a pointer that does not own is right here.
    const std::shared_ptr<FastParticipant> unowned(std::shared_ptr<void>(), &owner);
    writer_ = std::make_unique<FastWriter>(unowned, spec, EndpointEvents{});
    EndpointSpec all = spec;
    all.qos.history = History::kKeepAll;
    reader_ = std::make_unique<FastReader>(unowned, all, events);
    thread_ = std::thread([this] { run(); });
    const std::lock_guard lock(live().mutex);
    live().announcers.insert(this);
  }

  ~Announcer() {
    {
      const std::lock_guard lock(live().mutex);
      live().announcers.erase(this);
    }
    stop();
  }

  void announce(const std::vector<NodeEntry>& nodes) {
    {
      const std::lock_guard lock(mutex_);
      info_.nodes = nodes;
      publish_ = awake_ = true;
    }
    changed_.notify_one();
  }

 private:
  /// All announcers of the process. A program may end by exit() while nodes live; Fast DDS then
  /// deletes their participants, and nobody may be at work with one.
  struct Live {
    std::mutex mutex;
    std::set<Announcer*> announcers;
  };
  struct StopAtExit {
    ~StopAtExit() {
      const std::lock_guard lock(live().mutex);
      for (Announcer* announcer : live().announcers) announcer->stop();
    }
  };
  static Live& live() {
    static auto* const kLive = new Live;        // never destroyed: nodes may end after this
    static const StopAtExit kBeforeTheFactory;  // which is there already, and so ends later
    return *kLive;
  }

  void stop() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    changed_.notify_one();
    if (thread_.joinable()) thread_.join();
  }

  void wake() {
    {
      const std::lock_guard lock(mutex_);
      awake_ = true;
    }
    changed_.notify_one();
  }

  void run() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return awake_ || stop_; });
      if (stop_) return;
      awake_ = false;
      lock.unlock();
      const bool wide = read();
      lock.lock();
      if (wide && info_.gid_width != kWideGid) {
        info_.gid_width = kWideGid;  // a peer of Humble's time understands nothing else
        publish_ = true;
      }
      if (!publish_) continue;
      publish_ = false;
      const std::vector<std::uint8_t> cdr = encode(info_);
      lock.unlock();
      (void)writer_->write_bytes(cdr);
      lock.lock();
    }
  }

  /// Takes what has arrived; true if one of the peers uses Humble's wide Gids.
  bool read() {
    bool wide = false;
    std::vector<std::uint8_t> cdr;
    SampleHeader header;
    while (reader_->take_bytes(cdr, header)) {
      const auto info = decode_discovery_info(cdr);
      if (!info || info->participant == info_.participant) continue;
      owner_.graph_.set_nodes(info->participant, info->nodes);
      wide = wide || info->gid_width == kWideGid;
    }
    return wide;
  }

  FastParticipant& owner_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool awake_{true};
  bool publish_{false};
  bool stop_{false};
  DiscoveryInfo info_;
  std::unique_ptr<FastWriter> writer_;
  std::unique_ptr<FastReader> reader_;
  std::thread thread_;
};

std::shared_ptr<Participant> Participant::create(unsigned domain_id) {
  auto participant = std::make_shared<FastParticipant>(domain_id);
  participant->start_announcements();
  return participant;
}

FastParticipant::FastParticipant(unsigned domain_id) {
  auto* factory = dds::DomainParticipantFactory::get_instance();
  participant_ =
      factory->create_participant(domain_id, participant_qos(), this, dds::StatusMask::none());
  if (participant_ != nullptr) {
    publisher = participant_->create_publisher(dds::PUBLISHER_QOS_DEFAULT);
    subscriber = participant_->create_subscriber(dds::SUBSCRIBER_QOS_DEFAULT);
  }
  if (publisher == nullptr || subscriber == nullptr) {
    throw std::runtime_error("Fast DDS could not join domain " + std::to_string(domain_id));
  }
}

FastParticipant::~FastParticipant() {
  announcer_.reset();
  participant_->set_listener(nullptr);
  participant_->delete_contained_entities();
  dds::DomainParticipantFactory::get_instance()->delete_participant(participant_);
}

void FastParticipant::start_announcements() {
  EndpointSpec spec;
  spec.topic = kDiscoveryTopic;
  spec.type = kDiscoveryType;
  spec.qos.depth = 1;
  spec.qos.durability = Durability::kTransientLocal;
  announcer_ = std::make_unique<Announcer>(*this, spec);
}

std::unique_ptr<Writer> FastParticipant::create_writer(const EndpointSpec& spec,
                                                       EndpointEvents events) {
  return std::make_unique<FastWriter>(shared_from_this(), spec, std::move(events));
}

std::unique_ptr<Reader> FastParticipant::create_reader(const EndpointSpec& spec,
                                                       EndpointEvents events) {
  return std::make_unique<FastReader>(shared_from_this(), spec, std::move(events));
}

void FastParticipant::announce(const std::vector<NodeEntry>& nodes) {
  graph_.set_nodes(to_gid(participant_->guid()), nodes);
  announcer_->announce(nodes);
}

dds::Topic* FastParticipant::acquire_topic(const EndpointSpec& spec) {
  const std::lock_guard lock(topics_mutex_);
  TopicEntry& entry = topics_[spec.topic];
  if (entry.topic == nullptr) {
    if (participant_->find_type(spec.type).empty()) {
      participant_->register_type(dds::TypeSupport(new SampleType(spec.type)));
    }
    entry.topic = participant_->create_topic(spec.topic, spec.type, dds::TOPIC_QOS_DEFAULT);
  }
  if (entry.topic == nullptr || entry.topic->get_type_name() != spec.type) {
    const std::string other = entry.topic != nullptr ? entry.topic->get_type_name() : "nothing";
    if (entry.topic == nullptr) topics_.erase(spec.topic);
    throw std::runtime_error("topic '" + spec.topic + "' has type " + other +
                             " in this process, not " + spec.type);
  }
  ++entry.uses;
  return entry.topic;
}

void FastParticipant::release_topic(const std::string& name) {
  const std::lock_guard lock(topics_mutex_);
  const auto entry = topics_.find(name);
  if (--entry->second.uses > 0) return;
  participant_->delete_topic(entry->second.topic);
  topics_.erase(entry);
}

void FastParticipant::on_participant_discovery(dds::DomainParticipant*,
                                               rtps::ParticipantDiscoveryInfo&& info) {
  using Info = rtps::ParticipantDiscoveryInfo;
  if (info.status == Info::REMOVED_PARTICIPANT || info.status == Info::DROPPED_PARTICIPANT) {
    graph_.remove_participant(to_gid(info.info.m_guid));
  }
}

void FastParticipant::on_subscriber_discovery(dds::DomainParticipant*,
                                              rtps::ReaderDiscoveryInfo&& info) {
  if (info.status == rtps::ReaderDiscoveryInfo::REMOVED_READER) {
    graph_.remove_endpoint(to_gid(info.info.guid()));
  } else {
    graph_.set_endpoint(to_endpoint(info.info, false));
  }
}

void FastParticipant::on_publisher_discovery(dds::DomainParticipant*,
                                             rtps::WriterDiscoveryInfo&& info) {
  if (info.status == rtps::WriterDiscoveryInfo::REMOVED_WRITER) {
    graph_.remove_endpoint(to_gid(info.info.guid()));
  } else {
    graph_.set_endpoint(to_endpoint(info.info, true));
  }
}

}  // namespace underlay
