// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rosbag2_cpp {

/// Serialisation formats; only "cdr" exists here, and nothing is converted.
struct ConverterOptions {
  std::string input_serialization_format;
  std::string output_serialization_format;
};

}  // namespace rosbag2_cpp
