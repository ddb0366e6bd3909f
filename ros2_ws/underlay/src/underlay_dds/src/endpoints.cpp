// SPDX-License-Identifier: Apache-2.0
#include "endpoints.hpp"

#include <chrono>
#include <stdexcept>

#include "fast_participant.hpp"
#include "rcutils/logging_macros.h"

namespace underlay {
namespace {

SampleHeader header_of(const dds::SampleInfo& info) {
  SampleHeader header;
  header.writer = to_gid(info.sample_identity.writer_guid());
  header.sequence = static_cast<std::int64_t>(info.sample_identity.sequence_number().to64long());
  header.related = to_gid(info.related_sample_identity.writer_guid());
  header.related_sequence =
      static_cast<std::int64_t>(info.related_sample_identity.sequence_number().to64long());
  header.source_time = to_nanoseconds(info.source_timestamp);
  header.received_time = to_nanoseconds(info.reception_timestamp);
  return header;
}

GraphEndpoint local_endpoint(const EndpointSpec& spec, const Gid& gid, bool is_writer) {
  return {gid, spec.topic, spec.type, spec.type_hash, spec.qos, is_writer};
}

}  // namespace

TopicUse::TopicUse(std::shared_ptr<FastParticipant> participant, const EndpointSpec& spec)
    : participant_(std::move(participant)), name_(spec.topic) {
  topic_ = participant_->acquire_topic(spec);
}

TopicUse::~TopicUse() { participant_->release_topic(name_); }

FastWriter::FastWriter(std::shared_ptr<FastParticipant> participant, const EndpointSpec& spec,
                       EndpointEvents events)
    : events_(std::move(events)), plan_(spec.plan), topic_(std::move(participant), spec) {
  // The listener must be there from the start, or the first matches pass unseen.
  writer_ =
      topic_.participant().publisher->create_datawriter(topic_.topic(), writer_qos(spec), this);
  if (writer_ == nullptr) {
    throw std::runtime_error("cannot publish on '" + spec.topic + "': refused by the middleware");
  }
  topic_.participant().graph().set_endpoint(local_endpoint(spec, gid(), true));
}

FastWriter::~FastWriter() {
  topic_.participant().graph().remove_endpoint(gid());
  topic_.participant().publisher->delete_datawriter(writer_);
}

bool FastWriter::write(const void* message) {
  Sample sample;
  sample.plan = plan_;
  sample.message_out = message;
  return writer_->write(&sample);
}

bool FastWriter::write_bytes(std::span<const std::uint8_t> cdr) {
  Sample sample;
  sample.bytes_out = cdr;
  return writer_->write(&sample);
}

std::int64_t FastWriter::write_request(const void* message, const Gid& reply_reader) {
  Sample sample;
  sample.plan = plan_;
  sample.message_out = message;
  rtps::WriteParams params;
  params.related_sample_identity().writer_guid() = to_guid(reply_reader);
  if (!writer_->write(&sample, params)) return 0;
  return static_cast<std::int64_t>(params.sample_identity().sequence_number().to64long());
}

bool FastWriter::write_reply(const void* message, const SampleHeader& header) {
  Sample sample;
  sample.plan = plan_;
  sample.message_out = message;
  rtps::WriteParams params;
  params.related_sample_identity().writer_guid() = to_guid(header.related);
  params.related_sample_identity().sequence_number() =
      rtps::SequenceNumber_t(static_cast<std::uint64_t>(header.sequence));
  return writer_->write(&sample, params);
}

bool FastWriter::wait_for_match(const Gid& reader, std::int64_t timeout) {
  std::unique_lock lock(mutex_);
  return matched_changed_.wait_for(lock, std::chrono::nanoseconds(timeout),
                                   [&] { return matched_.count(reader) != 0; });
}

std::size_t FastWriter::matched_count() const {
  const std::lock_guard lock(mutex_);
  return matched_.size();
}

Gid FastWriter::gid() const { return to_gid(writer_->guid()); }

bool FastWriter::assert_liveliness() {
  return writer_->assert_liveliness() == ReturnCode_t::RETCODE_OK;
}

void FastWriter::on_publication_matched(dds::DataWriter*,
                                        const dds::PublicationMatchedStatus& status) {
  const Gid reader = to_gid(rtps::iHandle2GUID(status.last_subscription_handle));
  {
    const std::lock_guard lock(mutex_);
    if (status.current_count_change > 0) {
      matched_.insert(reader);
    } else {
      matched_.erase(reader);
    }
  }
  matched_changed_.notify_all();
  topic_.participant().graph().notify();
  if (events_.matched) events_.matched(status.current_count, status.current_count_change);
}

void FastWriter::on_offered_incompatible_qos(dds::DataWriter*,
                                             const dds::OfferedIncompatibleQosStatus& status) {
  if (events_.incompatible_qos) {
    events_.incompatible_qos(static_cast<int>(status.total_count),
                             static_cast<int>(status.last_policy_id));
  }
}

void FastWriter::on_offered_deadline_missed(dds::DataWriter*,
                                            const dds::OfferedDeadlineMissedStatus& status) {
  if (events_.deadline_missed) events_.deadline_missed(static_cast<int>(status.total_count));
}

FastReader::FastReader(std::shared_ptr<FastParticipant> participant, const EndpointSpec& spec,
                       EndpointEvents events)
    : events_(std::move(events)),
      name_(spec.topic),
      plan_(spec.plan),
      topic_(std::move(participant), spec) {
  reader_ =
      topic_.participant().subscriber->create_datareader(topic_.topic(), reader_qos(spec), this);
  if (reader_ == nullptr) {
    throw std::runtime_error("cannot subscribe to '" + spec.topic + "': refused by the middleware");
  }
  topic_.participant().graph().set_endpoint(local_endpoint(spec, gid(), false));
}

FastReader::~FastReader() {
  topic_.participant().graph().remove_endpoint(gid());
  topic_.participant().subscriber->delete_datareader(reader_);
}

bool FastReader::take(void* message, SampleHeader& header) {
  Sample sample;
  sample.plan = plan_;
  sample.message_in = message;
  return take(sample, header);
}

bool FastReader::take_bytes(std::vector<std::uint8_t>& cdr, SampleHeader& header) {
  Sample sample;
  sample.bytes_in = &cdr;
  return take(sample, header);
}

bool FastReader::take(Sample& sample, SampleHeader& header) {
  dds::SampleInfo info;
  while (reader_->take_next_sample(&sample, &info) == ReturnCode_t::RETCODE_OK) {
    if (!info.valid_data) continue;  // a writer left
    if (sample.error == DecodeError::kNone) {
      header = header_of(info);
      return true;
    }
    ++refused_;
    RCUTILS_LOG_ERROR_NAMED("rmw", "refused a message on '%s': %s", name_.c_str(),
                            to_string(sample.error));
    sample.error = DecodeError::kNone;
  }
  return false;
}

Gid FastReader::gid() const { return to_gid(reader_->guid()); }

void FastReader::on_data_available(dds::DataReader*) {
  if (events_.data) events_.data();
}

void FastReader::on_subscription_matched(dds::DataReader*,
                                         const dds::SubscriptionMatchedStatus& status) {
  matched_ = static_cast<std::size_t>(status.current_count);
  topic_.participant().graph().notify();
  if (events_.matched) events_.matched(status.current_count, status.current_count_change);
}

void FastReader::on_requested_incompatible_qos(dds::DataReader*,
                                               const dds::RequestedIncompatibleQosStatus& status) {
  if (events_.incompatible_qos) {
    events_.incompatible_qos(static_cast<int>(status.total_count),
                             static_cast<int>(status.last_policy_id));
  }
}

void FastReader::on_requested_deadline_missed(dds::DataReader*,
                                              const dds::RequestedDeadlineMissedStatus& status) {
  if (events_.deadline_missed) events_.deadline_missed(static_cast<int>(status.total_count));
}

void FastReader::on_liveliness_changed(dds::DataReader*,
                                       const dds::LivelinessChangedStatus& status) {
  if (events_.liveliness_changed) {
    events_.liveliness_changed(status.alive_count, status.alive_count_change);
  }
}

}  // namespace underlay
