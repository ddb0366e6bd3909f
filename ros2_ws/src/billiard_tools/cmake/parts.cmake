# What of the tools knows no ROS.

# Pictures of shots; plain strings in, SVG out.
add_library(billiard_drawing STATIC
  src/drawing/ball_colours.cpp
  src/drawing/cloth_drawing.cpp
  src/drawing/path.cpp
  src/drawing/prediction_drawing.cpp
  src/drawing/shot_drawing.cpp
  src/drawing/svg.cpp
  src/drawing/table_drawing.cpp)
target_link_libraries(billiard_drawing PUBLIC billiard_engine::files PRIVATE fmt::fmt)
billiard_unite(billiard_drawing)

# Files written at once or not at all.
add_library(billiard_output STATIC src/output.cpp)
target_link_libraries(billiard_output PRIVATE billiard_engine::files fmt::fmt)

# What was recorded of a game or of single shots: shots, errors, reports. Knows no ROS.
add_library(billiard_session STATIC
  src/camera_hint.cpp
  src/session/animation.cpp
  src/session/game_html.cpp
  src/session/game_summary.cpp
  src/session/game_summary_text.cpp
  src/session/page.cpp
  src/session/prediction_error.cpp
  src/session/replay_analysis.cpp
  src/session/replay_html.cpp
  src/session/replay_text.cpp
  src/session/retrack.cpp
  src/session/shots.cpp)
target_link_libraries(billiard_session
  PUBLIC billiard_drawing billiard_engine::files billiard_vision::billiard_vision
         $<BUILD_INTERFACE:billiard_frames>
  PRIVATE billiard_lab::billiard_lab fmt::fmt)
billiard_unite(billiard_session)

# Physics from recorded shots.
add_library(billiard_fit STATIC
  src/fit/adjustable_physics.cpp
  src/fit/aim.cpp
  src/fit/clock.cpp
  src/fit/physics_fit.cpp
  src/fit/session_shots.cpp
  src/fit/shot_model.cpp
  src/fit/shot_share.cpp
  src/fit/start_fit.cpp
  src/fit/trajectories.cpp)
target_link_libraries(billiard_fit PUBLIC billiard_session billiard_engine::files PRIVATE fmt::fmt)
billiard_unite(billiard_fit)

# The subcommands; they only connect parts and are compiled for size, which is quicker.
add_library(billiard_commands STATIC
  src/calibrate.cpp
  src/cue.cpp
  src/drawing/plan_overlay.cpp
  src/fields.cpp
  src/frame_layout.cpp
  src/given_values.cpp
  src/image_file.cpp
  src/lab.cpp
  src/locate.cpp
  src/locate_json.cpp
  src/number_in.cpp
  src/plan.cpp
  src/plan_json.cpp
  src/predict_shot.cpp
  src/progress.cpp
  src/render.cpp
  src/rendered_frame.cpp
  src/shape.cpp
  src/shot_options.cpp
  src/simulate.cpp
  src/track.cpp
  src/unfinished_file.cpp)
target_link_libraries(billiard_commands
  PUBLIC billiard_fit billiard_output billiard_session CLI11::CLI11
  PRIVATE billiard_drawing billiard_engine::files billiard_lab::billiard_lab
          billiard_planner::billiard_planner billiard_vision::billiard_vision ${OpenCV_LIBS}
          firmware_bridge::host fmt::fmt)
billiard_unite(billiard_commands)
target_compile_options(billiard_commands PRIVATE $<$<CONFIG:Release>:-Os>)

# For a build of the workspace on top of a build of the whole project (scripts/test).
if(NOT PROJECT_IS_TOP_LEVEL)
  install(TARGETS billiard_commands billiard_drawing billiard_fit billiard_output billiard_session
          EXPORT billiard_tools_parts)
  install(EXPORT billiard_tools_parts FILE billiard_tools_partsConfig.cmake
          DESTINATION share/billiard_tools_parts/cmake)
endif()
