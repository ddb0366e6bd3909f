# Targets firmware_bridge::protocol, firmware_bridge::host and firmware_bridge::firmware.
include(${CMAKE_CURRENT_LIST_DIR}/firmware_bridgeTargets.cmake)
