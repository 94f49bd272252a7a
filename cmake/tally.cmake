# What every folder shares: tally_library(folder SOURCES... LINKS...), tally_test(name SOURCES... LINKS...).

# Header-only libraries of the system, in a folder of their own: a cross compiler must not see /usr/include.
# One folder for every build, so that a compiler cache sees one command line.
set(TALLY_SYSTEM_INCLUDE ${CMAKE_SOURCE_DIR}/build/system-include)
file(MAKE_DIRECTORY ${TALLY_SYSTEM_INCLUDE})
foreach(header rapidjson/reader.h nlohmann/json.hpp fmt/format.h CLI/CLI.hpp eigen3/Eigen/Core)
  get_filename_component(entry ${header} DIRECTORY)
  get_filename_component(name ${entry} NAME)
  find_path(TALLY_INCLUDE_${name} NAMES ${header} PATHS /usr/include NO_CMAKE_FIND_ROOT_PATH)
  if(TALLY_INCLUDE_${name})
    file(CREATE_LINK ${TALLY_INCLUDE_${name}}/${entry} ${TALLY_SYSTEM_INCLUDE}/${name} SYMBOLIC)
  else()
    message(FATAL_ERROR "The headers of ${name} were not found. Debian: apt install "
            "rapidjson-dev nlohmann-json3-dev libfmt-dev libcli11-dev libeigen3-dev; or set CMAKE_PREFIX_PATH.")
  endif()
endforeach()

add_library(tally_options INTERFACE)
target_include_directories(tally_options INTERFACE ${CMAKE_SOURCE_DIR}/src)
target_include_directories(tally_options SYSTEM INTERFACE ${TALLY_SYSTEM_INCLUDE})
# fmt without std::locale, which would bring all of its facets: numbers look the same everywhere.
target_compile_definitions(tally_options INTERFACE FMT_HEADER_ONLY FMT_STATIC_THOUSANDS_SEPARATOR=44
                           FMT_USE_FULL_CACHE_DRAGONBOX=0 EIGEN_MPL2_ONLY
                           TALLY_VERSION="${PROJECT_VERSION}")
# Where files are joined, a name may shadow what another of them keeps to itself.
target_compile_options(tally_options INTERFACE -Wall -Wextra -Wpedantic -Wconversion
                       $<$<NOT:$<BOOL:${CMAKE_UNITY_BUILD}>>:-Wshadow> $<$<BOOL:${TALLY_WERROR}>:-Werror>)
if(TALLY_SANITIZE)
  target_compile_options(tally_options INTERFACE -fsanitize=address,undefined
                         -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(tally_options INTERFACE -fsanitize=address,undefined)
  # One name for it: compilers differ in what they define.
  target_compile_definitions(tally_options INTERFACE TALLY_SANITIZED)
  # Clang reports what RapidJSON does within its own headers: those alone are left out.
  target_compile_options(tally_options INTERFACE
                         $<$<CXX_COMPILER_ID:Clang>:-fsanitize-ignorelist=${CMAKE_SOURCE_DIR}/cmake/ignored_by_sanitizers.txt>)
endif()
if(EMSCRIPTEN)
  # Eigen's products put up to 128 KiB on the stack; the default stack is 64 KiB.
  # Sizes are 64 bits and pointers 32: what is in memory has a count that fits.
  target_compile_options(tally_options INTERFACE -msimd128 -mnontrapping-fptoint -mbulk-memory -ffp-contract=off
                         -fno-threadsafe-statics -Wno-shorten-64-to-32)
  target_compile_definitions(tally_options INTERFACE FMT_USE_INT128=0 FMT_USE_LONG_DOUBLE=0)
  # Memory grows by what is asked for, 4 MiB at least, not by a fifth of what there is: it is never given back.
  # A module that stands alone has not the loader that does so.
  target_link_options(tally_options INTERFACE -sSTACK_SIZE=1MB -sALLOW_MEMORY_GROWTH=1 -sMALLOC=emmalloc
                      $<$<NOT:$<BOOL:$<TARGET_PROPERTY:TALLY_STANDALONE>>>:-sMEMORY_GROWTH_LINEAR_STEP=4194304>)
  if(TALLY_EXCEPTIONS)
    target_compile_options(tally_options INTERFACE -fexceptions)
    target_link_options(tally_options INTERFACE -fexceptions)
  else()
    target_compile_options(tally_options INTERFACE -fno-exceptions -fno-rtti)
    target_compile_definitions(tally_options INTERFACE FMT_EXCEPTIONS=0 TALLY_LECTURE_KERNELS)
  endif()
endif()

# tally_library(NAME SOURCES ... [LINKS ...]): the static library tally_NAME of the folder NAME. Builds for tests alone
# (the preset "joined") compile its files a dozen at a time, which takes half as long: a name that a file keeps to itself
# is the folder's all the same.
function(tally_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  add_library(tally_${name} STATIC ${ARG_SOURCES})
  target_link_libraries(tally_${name} PUBLIC tally_options ${ARG_LINKS})
endfunction()

# tally_test_options(TARGET): what all tests are compiled with.
function(tally_test_options target)
  target_link_libraries(${target} PRIVATE tally_options tally_gtest)
  target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR})
  # What is tested is optimized, in its libraries; the tests themselves are compiled for the sake of the minutes that saves.
  target_compile_options(${target} PRIVATE -O0)
endfunction()

# tally_test(NAME SOURCES ... [LINKS ...]): a GoogleTest program run by ctest, natively or under Node.
function(tally_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  add_executable(test_${name} ${ARG_SOURCES})
  target_link_libraries(test_${name} PRIVATE ${ARG_LINKS})
  tally_test_options(test_${name})
  set_target_properties(test_${name} PROPERTIES UNITY_BUILD OFF)  # each names its helpers as it likes
  target_precompile_headers(test_${name} REUSE_FROM tally_test_headers)
  if(EMSCRIPTEN)
    target_link_options(test_${name} PRIVATE -O1 -sNODERAWFS=1 -sEXIT_RUNTIME=1 -sENVIRONMENT=node)
    add_test(NAME ${name} COMMAND node $<TARGET_FILE:test_${name}>)
  else()
    add_test(NAME ${name} COMMAND test_${name})
  endif()
endfunction()
