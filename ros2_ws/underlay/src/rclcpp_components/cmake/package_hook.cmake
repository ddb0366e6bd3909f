set(_index ${CMAKE_CURRENT_BINARY_DIR}/rclcpp_components/${PROJECT_NAME})
file(GENERATE OUTPUT ${_index} CONTENT "${_rclcpp_components_${PROJECT_NAME}_index}")
install(FILES ${_index} DESTINATION share/ament_index/resource_index/rclcpp_components)
