// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <exception>

#include "fast_dds.hpp"

namespace underlay {
namespace {

/// First guess of a payload's size [bytes]; it grows as needed.
constexpr std::uint32_t kTypicalSize = 256;

}  // namespace

SampleType::SampleType(const std::string& name) {
  setName(name.c_str());
  m_typeSize = kTypicalSize;
  m_isGetKeyDefined = false;
  auto_fill_type_object(false);
  auto_fill_type_information(false);
}

bool SampleType::serialize(void* data, rtps::SerializedPayload_t* payload) {
  const auto& sample = *static_cast<const Sample*>(data);
  try {
    if (sample.plan != nullptr) {
      const std::size_t size = sample.plan->serialized_size(sample.message_out);
      if (size > payload->max_size) return false;
      sample.plan->serialize(sample.message_out, {payload->data, size});
      payload->length = static_cast<std::uint32_t>(size);
    } else {
      if (sample.bytes_out.size() > payload->max_size) return false;
      std::memcpy(payload->data, sample.bytes_out.data(), sample.bytes_out.size());
      payload->length = static_cast<std::uint32_t>(sample.bytes_out.size());
    }
  } catch (const std::exception&) {
    return false;
  }
  payload->encapsulation = CDR_LE;
  return true;
}

bool SampleType::deserialize(rtps::SerializedPayload_t* payload, void* data) {
  auto& sample = *static_cast<Sample*>(data);
  const std::span<const std::uint8_t> bytes(payload->data, payload->length);
  if (sample.bytes_in != nullptr) {
    sample.bytes_in->assign(bytes.begin(), bytes.end());
  } else {
    sample.error = sample.plan->deserialize(bytes, sample.message_in);
  }
  return true;  // what is wrong is in the sample: the reader counts it and goes on
}

std::function<std::uint32_t()> SampleType::getSerializedSizeProvider(void* data) {
  return [data]() -> std::uint32_t {
    const auto& sample = *static_cast<const Sample*>(data);
    return static_cast<std::uint32_t>(sample.plan != nullptr
                                          ? sample.plan->serialized_size(sample.message_out)
                                          : sample.bytes_out.size());
  };
}

void* SampleType::createData() { return new Sample; }

void SampleType::deleteData(void* data) { delete static_cast<Sample*>(data); }

Gid to_gid(const rtps::GUID_t& guid) {
  Gid gid;
  std::memcpy(gid.data(), guid.guidPrefix.value, 12);
  std::memcpy(gid.data() + 12, guid.entityId.value, 4);
  return gid;
}

rtps::GUID_t to_guid(const Gid& gid) {
  rtps::GUID_t guid;
  std::memcpy(guid.guidPrefix.value, gid.data(), 12);
  std::memcpy(guid.entityId.value, gid.data() + 12, 4);
  return guid;
}

std::int64_t to_nanoseconds(const rtps::Time_t& time) { return time.to_ns(); }

}  // namespace underlay
