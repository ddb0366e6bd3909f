# Runs after the introspection generator: it must have registered itself first.
find_package(rosidl_typesupport_introspection_cpp REQUIRED)
find_package(ament_cmake_core QUIET REQUIRED)
ament_register_extension("rosidl_generate_idl_interfaces" "rosidl_typesupport_cpp"
                         "typesupport_target.cmake")
