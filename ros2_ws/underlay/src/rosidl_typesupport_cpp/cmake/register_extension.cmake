# Runs after the introspection generator: it must have registered itself first.
find_package(rosidl_typesupport_introspection_cpp REQUIRED)
find_package(ament_cmake_core QUIET REQUIRED)
# The generators for C register themselves with it. Nothing here uses messages in C.
list(FILTER AMENT_EXTENSIONS_rosidl_generate_idl_interfaces EXCLUDE REGEX "_c:")
ament_register_extension("rosidl_generate_idl_interfaces" "rosidl_typesupport_cpp"
                         "typesupport_target.cmake")
