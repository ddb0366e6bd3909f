// SPDX-License-Identifier: Apache-2.0
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_components/register_node_macro.hpp>
#include <std_msgs/msg/string.hpp>
#include <std_srvs/srv/trigger.hpp>

namespace contract {

/// Says its parameter `text` ten times a second on `chatter`, and answers `ask`.
class Talker : public rclcpp::Node {
 public:
  explicit Talker(const rclcpp::NodeOptions& options) : Node("talker", options) {
    declare_parameter("text", "hello");
    publisher_ = create_publisher<std_msgs::msg::String>("chatter", 10);
    service_ = create_service<std_srvs::srv::Trigger>(
        "ask", [](const std::shared_ptr<std_srvs::srv::Trigger::Request>,
                  std::shared_ptr<std_srvs::srv::Trigger::Response> response) {
          response->success = true;
          response->message = "answered";
        });
    timer_ = create_wall_timer(std::chrono::milliseconds(100), [this] {
      std_msgs::msg::String message;
      message.data = get_parameter("text").as_string();
      publisher_->publish(message);
    });
    RCLCPP_INFO(get_logger(), "talking");
  }

 private:
  rclcpp::Publisher<std_msgs::msg::String>::SharedPtr publisher_;
  rclcpp::Service<std_srvs::srv::Trigger>::SharedPtr service_;
  rclcpp::TimerBase::SharedPtr timer_;
};

}  // namespace contract

RCLCPP_COMPONENTS_REGISTER_NODE(contract::Talker)
