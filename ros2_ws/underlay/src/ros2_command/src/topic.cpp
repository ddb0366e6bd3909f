// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <deque>

#include "commands.hpp"
#include "session.hpp"
#include "underlay_types/message_yaml.hpp"
#include "underlay_types/type_library.hpp"

namespace ros2_command {
namespace {

constexpr std::size_t kShownElements = 128;
constexpr std::size_t kHzWindow = 10000;

std::string full_name(const std::string& topic) {
  return rclcpp::detail::expand_name(topic, "/", "ros2");
}

int list(Arguments arguments) {
  const bool types = take_flag(arguments, "-t") || take_flag(arguments, "--show-types");
  if (!arguments.empty()) throw UsageError("list: '" + arguments[0] + "' is not an option");
  Session session;
  session.discover_all();
  for (const auto& [name, type] : session.node()->get_topic_names_and_types()) {
    if (types && !type.empty()) {
      std::printf("%s [%s]\n", name.c_str(), type.front().c_str());
    } else {
      std::printf("%s\n", name.c_str());
    }
  }
  return 0;
}

/// Best effort meets every publisher; reliable and transient-local only what is asked for.
rclcpp::QoS qos_from(Arguments& arguments) {
  rclcpp::QoS qos(10);
  const std::string reliability = take_option(arguments, "--qos-reliability", "best_effort");
  const std::string durability = take_option(arguments, "--qos-durability", "volatile");
  if (reliability == "best_effort") {
    qos.best_effort();
  } else if (reliability != "reliable") {
    throw UsageError("--qos-reliability is '" + reliability + "' (reliable or best_effort)");
  }
  if (durability == "transient_local") {
    qos.transient_local();
  } else if (durability != "volatile") {
    throw UsageError("--qos-durability is '" + durability + "' (volatile or transient_local)");
  }
  return qos;
}

/// Latched topics should show what they hold: follow the publisher where nothing was asked.
rclcpp::QoS follow_publisher(Session& session, const std::string& topic, rclcpp::QoS qos) {
  for (const auto& endpoint :
       session.node()->get_node_base_interface()->participant().graph().endpoints()) {
    if (endpoint.topic == "rt" + topic && endpoint.is_writer &&
        endpoint.qos.durability == underlay::Durability::kTransientLocal) {
      return qos.transient_local().reliable();
    }
  }
  return qos;
}

int echo(Arguments arguments) {
  const bool once = take_flag(arguments, "--once");
  const bool full = take_flag(arguments, "--full-length") || take_flag(arguments, "-f");
  const bool asked = std::any_of(arguments.begin(), arguments.end(), [](const std::string& word) {
    return word.rfind("--qos", 0) == 0;
  });
  rclcpp::QoS qos = qos_from(arguments);
  if (arguments.empty() || arguments.size() > 2) throw UsageError("echo wants TOPIC [TYPE]");
  Session session;
  const std::string topic = full_name(arguments[0]);
  const std::string type = arguments.size() == 2 ? arguments[1] : session.type_of_topic(topic);
  if (!asked) qos = follow_publisher(session, topic, qos);
  const underlay::Plan& plan = underlay::Plan::of(underlay::load_type_support(type));
  bool done = false;
  const auto subscription = session.node()->create_generic_subscription(
      topic, plan.type_name(), qos, [&](std::shared_ptr<rclcpp::SerializedMessage> bytes) {
        const auto message = plan.create_message();
        if (plan.deserialize(bytes->bytes(), message.get()) != underlay::DecodeError::kNone) return;
        const std::string text =
            underlay::to_yaml_text(plan.members(), message.get(), full ? SIZE_MAX : kShownElements);
        std::printf("%s---\n", text.c_str());
        std::fflush(stdout);
        done = once;
      });
  while (rclcpp::ok() && !done) session.executor().spin_once(std::chrono::milliseconds(200));
  return 0;
}

int hz(Arguments arguments) {
  if (arguments.size() != 1) throw UsageError("hz wants TOPIC");
  Session session;
  const std::string topic = full_name(arguments[0]);
  const std::string type = session.type_of_topic(topic);
  std::deque<double> stamps;
  const rclcpp::Clock clock(RCL_STEADY_TIME);
  const auto subscription =
      session.node()->create_generic_subscription(topic, type, rclcpp::QoS(1000).best_effort(),
                                                  [&](std::shared_ptr<rclcpp::SerializedMessage>) {
                                                    stamps.push_back(clock.now().seconds());
                                                    if (stamps.size() > kHzWindow)
                                                      stamps.pop_front();
                                                  });
  const auto report = session.node()->create_wall_timer(std::chrono::seconds(1), [&] {
    if (stamps.size() < 2) return;
    const double span = stamps.back() - stamps.front();
    std::printf("average rate: %.3f\n\twindow: %zu\n",
                static_cast<double>(stamps.size() - 1) / span, stamps.size());
    std::fflush(stdout);
  });
  session.executor().spin();
  return 0;
}

int pub(Arguments arguments) {
  const bool once = take_flag(arguments, "--once") || take_flag(arguments, "-1");
  const double rate = to_number(take_option(arguments, "-r", "1"), "-r", 0.0);
  if (arguments.size() < 2 || arguments.size() > 3) throw UsageError("pub wants TOPIC TYPE [YAML]");
  Session session;
  const underlay::Plan& plan = underlay::Plan::of(underlay::load_type_support(arguments[1]));
  const auto message = plan.create_message();
  if (arguments.size() == 3) {
    underlay::from_yaml(YAML::Load(arguments[2]), plan.members(), message.get());
  }
  rclcpp::SerializedMessage bytes;
  bytes.bytes().resize(plan.serialized_size(message.get()));
  plan.serialize(message.get(), bytes.bytes());
  const auto publisher =
      session.node()->create_generic_publisher(full_name(arguments[0]), plan.type_name(), 10);
  if (once) {
    session.discover([&] { return publisher->get_subscription_count() > 0; }, kPatience);
    publisher->publish(bytes);
    session.discover([] { return false; }, std::chrono::milliseconds(200));  // until it is out
    return 0;
  }
  const auto timer = session.node()->create_wall_timer(std::chrono::duration<double>(1.0 / rate),
                                                       [&] { publisher->publish(bytes); });
  session.executor().spin();
  return 0;
}

}  // namespace

int topic(const Arguments& arguments) {
  if (arguments.empty()) throw UsageError("wants list, echo, hz or pub");
  const Arguments rest(arguments.begin() + 1, arguments.end());
  if (arguments[0] == "list") return list(rest);
  if (arguments[0] == "echo") return echo(rest);
  if (arguments[0] == "hz") return hz(rest);
  if (arguments[0] == "pub") return pub(rest);
  throw UsageError("'" + arguments[0] + "' is not list, echo, hz or pub");
}

}  // namespace ros2_command
