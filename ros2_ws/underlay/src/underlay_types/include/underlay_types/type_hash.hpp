// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "underlay_types/plan.hpp"

namespace underlay {

/// "RIHS01_" and the SHA-256 of the type's description, as ROS 2 computes it since Iron (REP-2011).
[[nodiscard]] std::string type_hash(const MessageMembers& message);

/// The same for a service, from its request and response.
[[nodiscard]] std::string service_type_hash(const MessageMembers& request,
                                            const MessageMembers& response);

/// Lower-case hexadecimal SHA-256 of the bytes of `text`.
[[nodiscard]] std::string sha256_hex(const std::string& text);

}  // namespace underlay
