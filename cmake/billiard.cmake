# Compiler settings shared by every package of the project. A package includes this file first,
# so that it builds the same alone, under colcon and from the top-level CMakeLists.txt.
include_guard(GLOBAL)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo" FORCE)
endif()

# The last two flags make results the same bits on every machine: no fused multiply-add, and sqrt()
# compiled to the instruction instead of a libm call.
add_compile_options(-Wall -Wextra -Wpedantic -Wconversion -Wshadow
                    -ffp-contract=off -fno-math-errno)
# Warnings are errors with the compilers that are tested (Debian 12's); others warn of other things.
if("${CMAKE_CXX_COMPILER_ID}-${CMAKE_CXX_COMPILER_VERSION}" MATCHES "^(GNU-12|Clang-14)\\.")
  add_compile_options(-Werror)
endif()
# g++ 12 sees overlapping copies in `"text" + string` where there are none (its bug 105651).
add_compile_options(
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)

# g++ tidies up its memory less often: a twelfth less time for up to 0.3 GB more.
add_compile_options($<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=400000>)

set(BILLIARD_SANITIZE "" CACHE STRING "empty, 'address,undefined' or 'thread'")
if(BILLIARD_SANITIZE)
  add_compile_options(-fsanitize=${BILLIARD_SANITIZE} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer -O1 -g1)
  add_link_options(-fsanitize=${BILLIARD_SANITIZE})
endif()

option(BILLIARD_BUILD_TESTS "Build tests (needs GoogleTest)" ON)
if(BILLIARD_BUILD_TESTS OR BUILD_TESTING)
  find_package(GTest QUIET)
  if(NOT TARGET GTest::gmock)
    message(WARNING "GoogleTest is not here (libgtest-dev, libgmock-dev): built without tests")
    set(BILLIARD_BUILD_TESTS OFF)
    set(BUILD_TESTING OFF)
  endif()
endif()
option(BILLIARD_BUILD_BENCHMARKS "Build benchmarks (needs Google Benchmark)" OFF)

# billiard_precompile(target <header>...): parses headers that many of the target's files include
# once. With a compiler cache in front they would only be in its way.
function(billiard_precompile target)
  if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# billiard_unite(target [units]) or (target BY_FOLDER): compiles the target's files in two (or
# `units`) pieces, or in one per folder, so that their headers are read that often and not once per
# file. What neighbours keep in anonymous namespaces must then have different names. With a compiler
# cache in front, and under the sanitizers, every file is compiled by itself; that also shows
# whether it includes what it uses.
function(billiard_unite target)
  if(CMAKE_CXX_COMPILER_LAUNCHER OR BILLIARD_SANITIZE)
    return()
  endif()
  set(units 2)
  if(ARGC GREATER 1)
    set(units ${ARGV1})
  endif()
  get_target_property(sources ${target} SOURCES)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON)
  if(units STREQUAL BY_FOLDER)
    set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
    foreach(source ${sources})
      get_filename_component(folder ${source} DIRECTORY)
      string(MAKE_C_IDENTIFIER "${folder}" group)
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    endforeach()
  else()
    list(LENGTH sources count)
    math(EXPR size "(${count} + ${units} - 1) / ${units}")
    set_target_properties(${target} PROPERTIES UNITY_BUILD_BATCH_SIZE ${size})
  endif()
endfunction()

# billiard_core(name): the library `name` of a core package as name::name, with the package's
# include folder, its tests, and all that installs it (cmake/<name>Config.cmake, package.xml).
function(billiard_core name)
  add_library(${name}::${name} ALIAS ${name})
  target_include_directories(${name}
    PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
  install(TARGETS ${name} EXPORT ${name}Targets)
  install(DIRECTORY include/ DESTINATION include)
  install(EXPORT ${name}Targets NAMESPACE ${name}:: DESTINATION share/${name}/cmake)
  install(FILES cmake/${name}Config.cmake DESTINATION share/${name}/cmake)
  install(FILES package.xml DESTINATION share/${name})
  if(BILLIARD_BUILD_TESTS)
    add_subdirectory(test)
  endif()
endfunction()

# billiard_test_code(target <header>...): compiles code of tests quickly: without optimisation, and
# GoogleTest parsed once for all tests of a build tree. The first of them owns that: it may name
# more headers of all, and defines no macros that others do not.
function(billiard_test_code target)
  # Without it g++ sees less of what becomes of a variable, and warns of more.
  target_compile_options(${target} PRIVATE "$<$<CONFIG:Release>:-O0;-Wno-maybe-uninitialized>")
  get_property(first GLOBAL PROPERTY billiard_first_test)
  if(CMAKE_CXX_COMPILER_LAUNCHER)
  elseif(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    target_precompile_headers(${target} PRIVATE <gmock/gmock.h> <gtest/gtest.h> ${ARGN})
    set_property(GLOBAL PROPERTY billiard_first_test ${target})
  endif()
endfunction()

# billiard_add_test(test_name LIBRARIES lib... [SOURCES file...] [TIMEOUT s] [WALL_CLOCK]
# [OPTIMISED] [PRECOMPILE header...]): one GoogleTest executable per test file; every TEST in it
# becomes a CTest case.
# WALL_CLOCK cases drive something that follows it: one of them at a time. OPTIMISED is for files
# that compute much themselves. PRECOMPILE: see billiard_test_code().
function(billiard_add_test name)
  cmake_parse_arguments(ARG "WALL_CLOCK;OPTIMISED" "TIMEOUT" "LIBRARIES;SOURCES;PRECOMPILE" ${ARGN})
  if(NOT ARG_SOURCES)
    set(ARG_SOURCES ${name}.cpp)
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  if(BILLIARD_SANITIZE)
    math(EXPR ARG_TIMEOUT "4 * ${ARG_TIMEOUT}")
  endif()
  find_package(GTest REQUIRED)
  include(GoogleTest)
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES} GTest::gmock GTest::gtest_main)
  if(NOT ARG_OPTIMISED)
    billiard_test_code(${name} ${ARG_PRECOMPILE})
  endif()
  set(lock)
  if(ARG_WALL_CLOCK)
    set(lock RESOURCE_LOCK wall_clock COST 60)
  endif()
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST NO_PRETTY_VALUES
                       PROPERTIES TIMEOUT ${ARG_TIMEOUT} ${lock}
                       TEST_PREFIX "${name}.")
endfunction()
