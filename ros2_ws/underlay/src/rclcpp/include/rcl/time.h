// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Which clock a time belongs to; names and numbers as in rcl.
enum rcl_clock_type_t {
  RCL_CLOCK_UNINITIALIZED = 0,
  RCL_ROS_TIME = 1,
  RCL_SYSTEM_TIME = 2,
  RCL_STEADY_TIME = 3,
};
