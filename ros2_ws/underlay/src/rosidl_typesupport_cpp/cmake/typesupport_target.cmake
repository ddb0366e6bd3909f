# The genuine package dispatches between several typesupports; here there is one, so its target is
# that one under another name.
add_library(${rosidl_generate_interfaces_TARGET}__rosidl_typesupport_cpp ALIAS
            ${rosidl_generate_interfaces_TARGET}__rosidl_typesupport_introspection_cpp)
