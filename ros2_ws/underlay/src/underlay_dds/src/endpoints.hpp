// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>

#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/DataWriterListener.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/DataReaderListener.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>

#include "fast_dds.hpp"

namespace underlay {

class FastParticipant;

/// Keeps the DDS topic alive while an endpoint uses it.
class TopicUse {
 public:
  TopicUse(std::shared_ptr<FastParticipant> participant, const EndpointSpec& spec);
  ~TopicUse();
  TopicUse(const TopicUse&) = delete;
  TopicUse& operator=(const TopicUse&) = delete;

  [[nodiscard]] dds::Topic* topic() const { return topic_; }
  [[nodiscard]] FastParticipant& participant() const { return *participant_; }

 private:
  std::shared_ptr<FastParticipant> participant_;
  std::string name_;
  dds::Topic* topic_{nullptr};
};

class FastWriter final : public Writer, private dds::DataWriterListener {
 public:
  FastWriter(std::shared_ptr<FastParticipant> participant, const EndpointSpec& spec,
             EndpointEvents events);
  ~FastWriter() override;
  bool write(const void* message) override;
  bool write_bytes(std::span<const std::uint8_t> cdr) override;
  std::int64_t write_request(const void* message, const Gid& reply_reader) override;
  bool write_reply(const void* message, const SampleHeader& header) override;
  bool wait_for_match(const Gid& reader, std::int64_t timeout) override;
  [[nodiscard]] std::size_t matched_count() const override;
  [[nodiscard]] Gid gid() const override;
  bool assert_liveliness() override;

 private:
  void on_publication_matched(dds::DataWriter*,
                              const dds::PublicationMatchedStatus& status) override;
  void on_offered_incompatible_qos(dds::DataWriter*,
                                   const dds::OfferedIncompatibleQosStatus& status) override;
  void on_offered_deadline_missed(dds::DataWriter*,
                                  const dds::OfferedDeadlineMissedStatus& status) override;

  EndpointEvents events_;
  const Plan* plan_;
  mutable std::mutex mutex_;
  std::condition_variable matched_changed_;
  std::set<Gid> matched_;
  TopicUse topic_;
  dds::DataWriter* writer_{nullptr};
};

class FastReader final : public Reader, private dds::DataReaderListener {
 public:
  FastReader(std::shared_ptr<FastParticipant> participant, const EndpointSpec& spec,
             EndpointEvents events);
  ~FastReader() override;
  bool take(void* message, SampleHeader& header) override;
  bool take_bytes(std::vector<std::uint8_t>& cdr, SampleHeader& header) override;
  [[nodiscard]] std::size_t matched_count() const override { return matched_; }
  [[nodiscard]] std::uint64_t refused_count() const override { return refused_; }
  [[nodiscard]] Gid gid() const override;

 private:
  bool take(Sample& sample, SampleHeader& header);
  void on_data_available(dds::DataReader*) override;
  void on_subscription_matched(dds::DataReader*,
                               const dds::SubscriptionMatchedStatus& status) override;
  void on_requested_incompatible_qos(dds::DataReader*,
                                     const dds::RequestedIncompatibleQosStatus& status) override;
  void on_requested_deadline_missed(dds::DataReader*,
                                    const dds::RequestedDeadlineMissedStatus& status) override;
  void on_liveliness_changed(dds::DataReader*, const dds::LivelinessChangedStatus& status) override;

  EndpointEvents events_;
  std::string name_;
  const Plan* plan_;
  std::atomic<std::size_t> matched_{0};
  std::atomic<std::uint64_t> refused_{0};
  TopicUse topic_;
  dds::DataReader* reader_{nullptr};
};

}  // namespace underlay
