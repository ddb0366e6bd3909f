// SPDX-License-Identifier: Apache-2.0
#include "dds_names.hpp"
#include "rclcpp/detail/intra_process.hpp"
#include "rclcpp/exceptions.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/publisher_base.hpp"
#include "rclcpp/serialization.hpp"
#include "rclcpp/subscription_base.hpp"
#include "underlay_types/type_hash.hpp"
#include "underlay_types/type_library.hpp"

namespace rclcpp {
namespace {

using node_interfaces::NodeBaseInterface;

/// By pointer only where a late joiner needs nothing from before: not for latched topics.
bool wants_intra_process(IntraProcessSetting setting, const NodeBaseInterface& node,
                         const QoS& qos) {
  if (qos.durability() == DurabilityPolicy::TransientLocal) return false;
  if (setting == IntraProcessSetting::NodeDefault) return node.get_use_intra_process_default();
  return setting == IntraProcessSetting::Enable;
}

underlay::EndpointSpec make_spec(const std::string& topic, const std::string& type,
                                 const underlay::Plan* plan, const QoS& qos) {
  underlay::EndpointSpec spec;
  spec.topic = "rt" + topic;
  spec.type = detail::dds_type(plan != nullptr ? plan->type_name() : type);
  spec.plan = plan;
  spec.qos = qos.profile();
  if (plan != nullptr) spec.type_hash = underlay::type_hash(plan->members());
  return spec;
}

void warn_incompatible(const std::string& node, const std::string& topic, const char* what) {
  RCUTILS_LOG_WARN_NAMED(node.c_str(),
                         "%s '%s' meets a peer with incompatible QoS: no messages will pass", what,
                         topic.c_str());
}

/// Wraps a user's callback so that the executor runs it.
template <typename Info, typename Callback>
void push(const std::shared_ptr<detail::EventQueue>& queue, const Callback& callback, Info info) {
  queue->push([callback, info]() mutable { callback(info); });
}

template <typename Callbacks>
underlay::EndpointEvents common_events(const Callbacks& callbacks, bool defaults,
                                       const std::shared_ptr<detail::EventQueue>& queue,
                                       std::function<void()> warn) {
  underlay::EndpointEvents events;
  if (callbacks.matched_callback) {
    events.matched = [queue, callback = callbacks.matched_callback](int total, int change) {
      MatchedInfo info;
      info.current_count = static_cast<std::size_t>(total);
      info.current_count_change = change;
      push(queue, callback, info);
    };
  }
  if (callbacks.incompatible_qos_callback) {
    events.incompatible_qos = [queue, callback = callbacks.incompatible_qos_callback](int total,
                                                                                      int policy) {
      push(queue, callback, QOSIncompatibleInfo{total, 1, policy});
    };
  } else if (defaults) {
    events.incompatible_qos = [warn = std::move(warn)](int, int) { warn(); };
  }
  if (callbacks.deadline_callback) {
    events.deadline_missed = [queue, callback = callbacks.deadline_callback](int total) {
      push(queue, callback, QOSDeadlineInfo{total, 1});
    };
  }
  return events;
}

}  // namespace

PublisherBase::PublisherBase(NodeBaseInterface::SharedPtr node, const std::string& topic,
                             const std::string& type, const underlay::Plan* plan, const QoS& qos,
                             const PublisherOptions& options)
    : node_(std::move(node)),
      topic_(node_->resolve(topic)),
      qos_(qos),
      intra_process_(plan != nullptr &&
                     wants_intra_process(options.use_intra_process_comm, *node_, qos)),
      events_(std::make_shared<detail::EventQueue>()) {
  events_->group =
      options.callback_group ? options.callback_group : node_->get_default_callback_group();
  events_->group->add(events_);
  writer_ = node_->participant().create_writer(
      make_spec(topic_, type, plan, qos),
      common_events(options.event_callbacks, options.use_default_callbacks, events_,
                    [name = std::string(node_->get_name()), where = topic_] {
                      warn_incompatible(name, where, "publisher of");
                    }));
  if (intra_process_) node_->get_context()->intra_process().add_writer(writer_->gid());
  node_->add_endpoint(writer_->gid(), true);
}

PublisherBase::~PublisherBase() {
  node_->remove_endpoint(writer_->gid());
  if (intra_process_) node_->get_context()->intra_process().remove_writer(writer_->gid());
}

std::size_t PublisherBase::get_subscription_count() const { return writer_->matched_count(); }

std::vector<std::shared_ptr<SubscriptionBase>> PublisherBase::local_subscriptions(
    const std::type_info& type) const {
  return node_->get_context()->intra_process().subscriptions(topic_, type);
}

void PublisherBase::write(const void* message) {
  if (!writer_->write(message)) {
    RCUTILS_LOG_ERROR_NAMED(node_->get_name(), "a message on '%s' could not be sent",
                            topic_.c_str());
  }
}

void PublisherBase::write_bytes(const SerializedMessage& message) {
  if (!writer_->write_bytes(message.bytes())) {
    RCUTILS_LOG_ERROR_NAMED(node_->get_name(), "a message on '%s' could not be sent",
                            topic_.c_str());
  }
}

bool PublisherBase::has_remote_readers(std::size_t local) const {
  return writer_->matched_count() > local;
}

SubscriptionBase::SubscriptionBase(NodeBaseInterface::SharedPtr node, const std::string& topic,
                                   const std::string& type, const underlay::Plan* plan,
                                   const QoS& qos, const SubscriptionOptions& options)
    : node_(std::move(node)),
      topic_(node_->resolve(topic)),
      qos_(qos),
      intra_process_(plan != nullptr &&
                     wants_intra_process(options.use_intra_process_comm, *node_, qos)),
      events_(std::make_shared<detail::EventQueue>()) {
  group = events_->group =
      options.callback_group ? options.callback_group : node_->get_default_callback_group();
  group->add(events_);
  underlay::EndpointEvents events =
      common_events(options.event_callbacks, options.use_default_callbacks, events_,
                    [name = std::string(node_->get_name()), where = topic_] {
                      warn_incompatible(name, where, "subscription to");
                    });
  if (options.event_callbacks.liveliness_callback) {
    events.liveliness_changed = [queue = events_,
                                 callback = options.event_callbacks.liveliness_callback](
                                    int alive, int change) {
      push(queue, callback, QOSLivelinessChangedInfo{alive, 0, change, 0});
    };
  }
  events.data = [this] { mark_pending(); };
  reader_ = node_->participant().create_reader(make_spec(topic_, type, plan, qos), events);
  node_->add_endpoint(reader_->gid(), false);
}

SubscriptionBase::~SubscriptionBase() { node_->remove_endpoint(reader_->gid()); }

void SubscriptionBase::start() {
  group->add(shared_from_this());
  if (intra_process_) {
    node_->get_context()->intra_process().add_subscription(topic_, shared_from_this());
  }
}

void SubscriptionBase::mark_pending() {
  pending_ = true;
  group->notify();
}

template <typename Take>
bool SubscriptionBase::take_with(MessageInfo& info, Take take_next) {
  underlay::SampleHeader header;
  while (take_next(header)) {
    const bool local =
        intra_process_ && node_->get_context()->intra_process().is_local_writer(header.writer);
    if (local) continue;  // it comes by pointer as well
    rmw_message_info_t& rmw = info.get_rmw_message_info();
    rmw.source_timestamp = header.source_time;
    rmw.received_timestamp = header.received_time;
    rmw.publication_sequence_number = static_cast<std::uint64_t>(header.sequence);
    return true;
  }
  return false;
}

bool SubscriptionBase::take(void* message, MessageInfo& info) {
  return take_with(info,
                   [&](underlay::SampleHeader& header) { return reader_->take(message, header); });
}

bool SubscriptionBase::take_bytes(SerializedMessage& message, MessageInfo& info) {
  return take_with(info, [&](underlay::SampleHeader& header) {
    return reader_->take_bytes(message.bytes(), header);
  });
}

void SerializationBase::serialize_message(const void* message,
                                          SerializedMessage* serialized) const {
  const underlay::Plan& plan = underlay::Plan::of(type_support_);
  serialized->bytes().resize(plan.serialized_size(message));
  plan.serialize(message, serialized->bytes());
}

void SerializationBase::deserialize_message(const SerializedMessage* serialized,
                                            void* message) const {
  const underlay::Plan& plan = underlay::Plan::of(type_support_);
  const underlay::DecodeError error = plan.deserialize(serialized->bytes(), message);
  if (error != underlay::DecodeError::kNone) {
    throw exceptions::RCLError("cannot read a " + plan.type_name() + ": " +
                               underlay::to_string(error));
  }
}

}  // namespace rclcpp
