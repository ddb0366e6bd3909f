// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rclcpp/executors.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/node.hpp"
#include "rclcpp/parameter.hpp"
#include "rclcpp/parameter_client.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/rate.hpp"
#include "rclcpp/serialization.hpp"
#include "rclcpp/time.hpp"
#include "rclcpp/utilities.hpp"
