set(rclcpp_components_NODE_TEMPLATE ${rclcpp_components_DIR}/node_main.cpp.in)
find_package(ament_cmake_core QUIET REQUIRED)
include(${rclcpp_components_DIR}/register.cmake)
