# The macros of the genuine package, in the same forms.

# rclcpp_components_register_nodes(TARGET CLASS...): makes the classes loadable by name.
macro(rclcpp_components_register_nodes target)
  foreach(_class ${ARGN})
    string(APPEND _rclcpp_components_${PROJECT_NAME}_index
           "${_class};lib/$<TARGET_FILE_NAME:${target}>\n")
  endforeach()
  _rclcpp_components_schedule_index()
endmacro()

# rclcpp_components_register_node(TARGET PLUGIN class EXECUTABLE name [EXECUTOR executor]):
# the same for one class, and an executable that runs it alone.
macro(rclcpp_components_register_node target)
  cmake_parse_arguments(_ARGS "" "PLUGIN;EXECUTABLE;EXECUTOR;RESOURCE_INDEX" "" ${ARGN})
  rclcpp_components_register_nodes(${target} ${_ARGS_PLUGIN})
  if(NOT _ARGS_EXECUTOR)
    set(_ARGS_EXECUTOR SingleThreadedExecutor)
  endif()
  set(component ${_ARGS_PLUGIN})
  set(executor ${_ARGS_EXECUTOR})
  set(library_name $<TARGET_FILE_NAME:${target}>)
  set(_main ${CMAKE_CURRENT_BINARY_DIR}/rclcpp_components/node_main_${_ARGS_EXECUTABLE}.cpp)
  configure_file(${rclcpp_components_NODE_TEMPLATE} ${_main}.in @ONLY)
  file(GENERATE OUTPUT ${_main} INPUT ${_main}.in)
  add_executable(${_ARGS_EXECUTABLE} ${_main})
  target_link_libraries(${_ARGS_EXECUTABLE} rclcpp_components::component)
  install(TARGETS ${_ARGS_EXECUTABLE} DESTINATION lib/${PROJECT_NAME})
endmacro()

# Writes the index when the package is complete.
macro(_rclcpp_components_schedule_index)
  if(NOT _rclcpp_components_scheduled)
    set(_rclcpp_components_scheduled TRUE)
    ament_register_extension("ament_package" "rclcpp_components" "package_hook.cmake")
  endif()
endmacro()
