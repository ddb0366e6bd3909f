// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <sstream>
#include <type_traits>
#include <utility>

#include "rclcpp/clock.hpp"
#include "rclcpp/logger.hpp"
#include "rcutils/logging_macros.h"

namespace rclcpp::detail {

/// True once per `period_ms` on the clock; `last` is the static of the log statement.
[[nodiscard]] bool throttle_passes(const Clock& clock, std::int64_t period_ms, std::int64_t& last);

}  // namespace rclcpp::detail

#define RCLCPP_UNDERLAY_LOG_IF(severity, logger, condition, ...)                              \
  do {                                                                                        \
    static_assert(std::is_same_v<std::decay_t<decltype(logger)>, ::rclcpp::Logger>,           \
                  "First argument to logging macros must be an rclcpp::Logger");              \
    RCUTILS_LOG_##severity##_EXPRESSION_NAMED((condition), (logger).get_name(), __VA_ARGS__); \
  } while (false)

#define RCLCPP_UNDERLAY_STREAM_IF(severity, logger, condition, stream)                          \
  do {                                                                                          \
    std::stringstream rclcpp_stream_ss_;                                                        \
    rclcpp_stream_ss_ << stream;                                                                \
    RCLCPP_UNDERLAY_LOG_IF(severity, logger, condition, "%s", rclcpp_stream_ss_.str().c_str()); \
  } while (false)

#define RCLCPP_UNDERLAY_ONCE           \
  ([] {                                \
    static bool done = false;          \
    return !std::exchange(done, true); \
  }())

#define RCLCPP_UNDERLAY_NOT_FIRST        \
  ([] {                                  \
    static bool first = true;            \
    return !std::exchange(first, false); \
  }())

#define RCLCPP_UNDERLAY_THROTTLE(clock, period_ms)                               \
  ([&](const ::rclcpp::Clock& throttle_clock, std::int64_t throttle_ms) {        \
    static std::int64_t last = 0;                                                \
    return ::rclcpp::detail::throttle_passes(throttle_clock, throttle_ms, last); \
  }((clock), static_cast<std::int64_t>(period_ms)))

#define RCLCPP_DEBUG(logger, ...) RCLCPP_UNDERLAY_LOG_IF(DEBUG, logger, true, __VA_ARGS__)
#define RCLCPP_INFO(logger, ...) RCLCPP_UNDERLAY_LOG_IF(INFO, logger, true, __VA_ARGS__)
#define RCLCPP_WARN(logger, ...) RCLCPP_UNDERLAY_LOG_IF(WARN, logger, true, __VA_ARGS__)
#define RCLCPP_ERROR(logger, ...) RCLCPP_UNDERLAY_LOG_IF(ERROR, logger, true, __VA_ARGS__)
#define RCLCPP_FATAL(logger, ...) RCLCPP_UNDERLAY_LOG_IF(FATAL, logger, true, __VA_ARGS__)

#define RCLCPP_DEBUG_STREAM(logger, stream) RCLCPP_UNDERLAY_STREAM_IF(DEBUG, logger, true, stream)
#define RCLCPP_INFO_STREAM(logger, stream) RCLCPP_UNDERLAY_STREAM_IF(INFO, logger, true, stream)
#define RCLCPP_WARN_STREAM(logger, stream) RCLCPP_UNDERLAY_STREAM_IF(WARN, logger, true, stream)
#define RCLCPP_ERROR_STREAM(logger, stream) RCLCPP_UNDERLAY_STREAM_IF(ERROR, logger, true, stream)
#define RCLCPP_FATAL_STREAM(logger, stream) RCLCPP_UNDERLAY_STREAM_IF(FATAL, logger, true, stream)
#define RCLCPP_DEBUG_EXPRESSION(logger, expression, ...) \
  RCLCPP_UNDERLAY_LOG_IF(DEBUG, logger, (expression), __VA_ARGS__)
#define RCLCPP_DEBUG_STREAM_EXPRESSION(logger, expression, stream) \
  RCLCPP_UNDERLAY_STREAM_IF(DEBUG, logger, (expression), stream)
#define RCLCPP_DEBUG_ONCE(logger, ...) \
  RCLCPP_UNDERLAY_LOG_IF(DEBUG, logger, RCLCPP_UNDERLAY_ONCE, __VA_ARGS__)
#define RCLCPP_DEBUG_STREAM_ONCE(logger, stream) \
  RCLCPP_UNDERLAY_STREAM_IF(DEBUG, logger, RCLCPP_UNDERLAY_ONCE, stream)
#define RCLCPP_DEBUG_SKIPFIRST(logger, ...) \
  RCLCPP_UNDERLAY_LOG_IF(DEBUG, logger, RCLCPP_UNDERLAY_NOT_FIRST, __VA_ARGS__)
#define RCLCPP_DEBUG_STREAM_SKIPFIRST(logger, stream) \
  RCLCPP_UNDERLAY_STREAM_IF(DEBUG, logger, RCLCPP_UNDERLAY_NOT_FIRST, stream)
#define RCLCPP_DEBUG_THROTTLE(logger, clock, period_ms, ...) \
  RCLCPP_UNDERLAY_LOG_IF(DEBUG, logger, RCLCPP_UNDERLAY_THROTTLE(clock, period_ms), __VA_ARGS__)
#define RCLCPP_DEBUG_STREAM_THROTTLE(logger, clock, period_ms, stream) \
  RCLCPP_UNDERLAY_STREAM_IF(DEBUG, logger, RCLCPP_UNDERLAY_THROTTLE(clock, period_ms), stream)
#define RCLCPP_INFO_EXPRESSION(logger, expression, ...) \
  RCLCPP_UNDERLAY_LOG_IF(INFO, logger, (expression), __VA_ARGS__)
#define RCLCPP_INFO_STREAM_EXPRESSION(logger, expression, stream) \
  RCLCPP_UNDERLAY_STREAM_IF(INFO, logger, (expression), stream)
#define RCLCPP_INFO_ONCE(logger, ...) \
  RCLCPP_UNDERLAY_LOG_IF(INFO, logger, RCLCPP_UNDERLAY_ONCE, __VA_ARGS__)
#define RCLCPP_INFO_STREAM_ONCE(logger, stream) \
  RCLCPP_UNDERLAY_STREAM_IF(INFO, logger, RCLCPP_UNDERLAY_ONCE, stream)
#define RCLCPP_INFO_SKIPFIRST(logger, ...) \
  RCLCPP_UNDERLAY_LOG_IF(INFO, logger, RCLCPP_UNDERLAY_NOT_FIRST, __VA_ARGS__)
#define RCLCPP_INFO_STREAM_SKIPFIRST(logger, stream) \
  RCLCPP_UNDERLAY_STREAM_IF(INFO, logger, RCLCPP_UNDERLAY_NOT_FIRST, stream)
#define RCLCPP_INFO_THROTTLE(logger, clock, period_ms, ...) \
  RCLCPP_UNDERLAY_LOG_IF(INFO, logger, RCLCPP_UNDERLAY_THROTTLE(clock, period_ms), __VA_ARGS__)
#define RCLCPP_INFO_STREAM_THROTTLE(logger, clock, period_ms, stream) \
  RCLCPP_UNDERLAY_STREAM_IF(INFO, logger, RCLCPP_UNDERLAY_THROTTLE(clock, period_ms), stream)
#define RCLCPP_WARN_EXPRESSION(logger, expression, ...) \
  RCLCPP_UNDERLAY_LOG_IF(WARN, logger, (expression), __VA_ARGS__)
#define RCLCPP_WARN_STREAM_EXPRESSION(logger, expression, stream) \
  RCLCPP_UNDERLAY_STREAM_IF(WARN, logger, (expression), stream)
#define RCLCPP_WARN_ONCE(logger, ...) \
  RCLCPP_UNDERLAY_LOG_IF(WARN, logger, RCLCPP_UNDERLAY_ONCE, __VA_ARGS__)
#define RCLCPP_WARN_STREAM_ONCE(logger, stream) \
  RCLCPP_UNDERLAY_STREAM_IF(WARN, logger, RCLCPP_UNDERLAY_ONCE, stream)
#define RCLCPP_WARN_SKIPFIRST(logger, ...) \
  RCLCPP_UNDERLAY_LOG_IF(WARN, logger, RCLCPP_UNDERLAY_NOT_FIRST, __VA_ARGS__)
#define RCLCPP_WARN_STREAM_SKIPFIRST(logger, stream) \
  RCLCPP_UNDERLAY_STREAM_IF(WARN, logger, RCLCPP_UNDERLAY_NOT_FIRST, stream)
#define RCLCPP_WARN_THROTTLE(logger, clock, period_ms, ...) \
  RCLCPP_UNDERLAY_LOG_IF(WARN, logger, RCLCPP_UNDERLAY_THROTTLE(clock, period_ms), __VA_ARGS__)
#define RCLCPP_WARN_STREAM_THROTTLE(logger, clock, period_ms, stream) \
  RCLCPP_UNDERLAY_STREAM_IF(WARN, logger, RCLCPP_UNDERLAY_THROTTLE(clock, period_ms), stream)
#define RCLCPP_ERROR_EXPRESSION(logger, expression, ...) \
  RCLCPP_UNDERLAY_LOG_IF(ERROR, logger, (expression), __VA_ARGS__)
#define RCLCPP_ERROR_STREAM_EXPRESSION(logger, expression, stream) \
  RCLCPP_UNDERLAY_STREAM_IF(ERROR, logger, (expression), stream)
#define RCLCPP_ERROR_ONCE(logger, ...) \
  RCLCPP_UNDERLAY_LOG_IF(ERROR, logger, RCLCPP_UNDERLAY_ONCE, __VA_ARGS__)
#define RCLCPP_ERROR_STREAM_ONCE(logger, stream) \
  RCLCPP_UNDERLAY_STREAM_IF(ERROR, logger, RCLCPP_UNDERLAY_ONCE, stream)
#define RCLCPP_ERROR_SKIPFIRST(logger, ...) \
  RCLCPP_UNDERLAY_LOG_IF(ERROR, logger, RCLCPP_UNDERLAY_NOT_FIRST, __VA_ARGS__)
#define RCLCPP_ERROR_STREAM_SKIPFIRST(logger, stream) \
  RCLCPP_UNDERLAY_STREAM_IF(ERROR, logger, RCLCPP_UNDERLAY_NOT_FIRST, stream)
#define RCLCPP_ERROR_THROTTLE(logger, clock, period_ms, ...) \
  RCLCPP_UNDERLAY_LOG_IF(ERROR, logger, RCLCPP_UNDERLAY_THROTTLE(clock, period_ms), __VA_ARGS__)
#define RCLCPP_ERROR_STREAM_THROTTLE(logger, clock, period_ms, stream) \
  RCLCPP_UNDERLAY_STREAM_IF(ERROR, logger, RCLCPP_UNDERLAY_THROTTLE(clock, period_ms), stream)
#define RCLCPP_FATAL_EXPRESSION(logger, expression, ...) \
  RCLCPP_UNDERLAY_LOG_IF(FATAL, logger, (expression), __VA_ARGS__)
#define RCLCPP_FATAL_STREAM_EXPRESSION(logger, expression, stream) \
  RCLCPP_UNDERLAY_STREAM_IF(FATAL, logger, (expression), stream)
#define RCLCPP_FATAL_ONCE(logger, ...) \
  RCLCPP_UNDERLAY_LOG_IF(FATAL, logger, RCLCPP_UNDERLAY_ONCE, __VA_ARGS__)
#define RCLCPP_FATAL_STREAM_ONCE(logger, stream) \
  RCLCPP_UNDERLAY_STREAM_IF(FATAL, logger, RCLCPP_UNDERLAY_ONCE, stream)
#define RCLCPP_FATAL_SKIPFIRST(logger, ...) \
  RCLCPP_UNDERLAY_LOG_IF(FATAL, logger, RCLCPP_UNDERLAY_NOT_FIRST, __VA_ARGS__)
#define RCLCPP_FATAL_STREAM_SKIPFIRST(logger, stream) \
  RCLCPP_UNDERLAY_STREAM_IF(FATAL, logger, RCLCPP_UNDERLAY_NOT_FIRST, stream)
#define RCLCPP_FATAL_THROTTLE(logger, clock, period_ms, ...) \
  RCLCPP_UNDERLAY_LOG_IF(FATAL, logger, RCLCPP_UNDERLAY_THROTTLE(clock, period_ms), __VA_ARGS__)
#define RCLCPP_FATAL_STREAM_THROTTLE(logger, clock, period_ms, stream) \
  RCLCPP_UNDERLAY_STREAM_IF(FATAL, logger, RCLCPP_UNDERLAY_THROTTLE(clock, period_ms), stream)
