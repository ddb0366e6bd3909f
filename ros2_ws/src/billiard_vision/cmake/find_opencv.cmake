# OpenCV with its ArUco markers, which moved from `aruco` to `objdetect` in 4.7.
find_package(OpenCV REQUIRED COMPONENTS core)
if(OpenCV_VERSION VERSION_LESS 4.7)
  find_package(OpenCV REQUIRED COMPONENTS core imgproc calib3d aruco)
else()
  find_package(OpenCV REQUIRED COMPONENTS core imgproc calib3d objdetect)
endif()
