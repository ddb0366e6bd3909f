// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// The parts of rmw that node sources see.
struct rmw_request_id_t {
  std::int8_t writer_guid[16];
  std::int64_t sequence_number;
};

struct rmw_message_info_t {
  std::int64_t source_timestamp;    ///< [ns since epoch]
  std::int64_t received_timestamp;  ///< [ns since epoch]
  std::uint64_t publication_sequence_number;
  bool from_intra_process;
};
