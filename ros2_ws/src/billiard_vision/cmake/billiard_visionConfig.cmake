include(CMakeFindDependencyMacro)
find_dependency(OpenCV COMPONENTS core imgproc calib3d aruco)
include(${CMAKE_CURRENT_LIST_DIR}/billiard_visionTargets.cmake)
