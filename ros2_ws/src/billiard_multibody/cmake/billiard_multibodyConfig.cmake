include(CMakeFindDependencyMacro)
find_dependency(billiard_engine)
include(${CMAKE_CURRENT_LIST_DIR}/billiard_multibodyTargets.cmake)
