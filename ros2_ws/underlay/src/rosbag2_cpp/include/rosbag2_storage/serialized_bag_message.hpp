// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "rcutils/time.h"
#include "rcutils/types/uint8_array.h"

namespace rosbag2_storage {

/// One message of a bag. The receive time has two names: up to Iron and from Jazzy on.
struct SerializedBagMessage {
  std::shared_ptr<rcutils_uint8_array_t> serialized_data;
  union {
    rcutils_time_point_value_t time_stamp{0};   ///< [ns since epoch]
    rcutils_time_point_value_t recv_timestamp;  ///< [ns since epoch]
  };
  rcutils_time_point_value_t send_timestamp{0};  ///< [ns since epoch]
  std::string topic_name;
};

}  // namespace rosbag2_storage
