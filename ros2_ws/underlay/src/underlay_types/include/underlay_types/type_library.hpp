// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rosidl_runtime_c/message_type_support_struct.h"

namespace underlay {

/// Type support of "pkg/msg/Name" (or "pkg/Name", "pkg/srv/Name_Request"), loaded from the shared
/// library of its package. Throws std::runtime_error naming the type if it is not installed.
[[nodiscard]] const rosidl_message_type_support_t* load_type_support(const std::string& type);

/// Definition text of a message as bags store it: the .msg file, then every type it uses after a
/// line of 80 '='. Empty if the files are not installed.
[[nodiscard]] std::string message_definition(const std::string& type);

/// Directory `share/<package>` in AMENT_PREFIX_PATH, empty if there is none.
[[nodiscard]] std::string package_share_directory(const std::string& package);

/// Prefix in AMENT_PREFIX_PATH that holds the package, empty if there is none.
[[nodiscard]] std::string package_prefix(const std::string& package);

}  // namespace underlay
