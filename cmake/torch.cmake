# LibTorch as the target tally_torch: the system's, or the one below TALLY_TORCH, which may be what
#   python3 -c 'import torch; print(torch.utils.cmake_prefix_path)'
# prints, or the folder above its lib and include. Not by find_package(Torch): that of a build with CUDA
# wants CUDA's compiler and headers, which nothing here needs.
set(TALLY_TORCH_DIR "$ENV{TALLY_TORCH}" CACHE PATH "A LibTorch other than the system's")
if(TALLY_TORCH_DIR)
  set(TALLY_TORCH_ROOTS "${TALLY_TORCH_DIR}" "${TALLY_TORCH_DIR}/../..")
  set(TALLY_TORCH_ONLY NO_DEFAULT_PATH)
endif()
find_path(TALLY_TORCH_INCLUDE torch/csrc/autograd/engine.h HINTS ${TALLY_TORCH_ROOTS} PATH_SUFFIXES include ${TALLY_TORCH_ONLY})
foreach(library torch torch_cpu c10 torch_cuda c10_cuda)
  find_library(TALLY_LIB_${library} ${library} HINTS ${TALLY_TORCH_ROOTS} PATH_SUFFIXES lib ${TALLY_TORCH_ONLY})
  if(TALLY_LIB_${library})
    list(APPEND TALLY_TORCH_LIBRARIES ${TALLY_LIB_${library}})
  endif()
endforeach()
if(NOT TALLY_TORCH_INCLUDE OR NOT TALLY_LIB_torch_cpu OR NOT TALLY_LIB_c10)
  message(FATAL_ERROR "LibTorch was not found. Debian: apt install libtorch-dev; or set TALLY_TORCH to what "
          "python3 -c 'import torch; print(torch.utils.cmake_prefix_path)' prints.")
endif()
message(STATUS "LibTorch: ${TALLY_LIB_torch_cpu}")

# Wheels of old are built with the old strings of libstdc++; everything that is linked with them must be.
file(GLOB_RECURSE TALLY_TORCH_CONFIG "${TALLY_TORCH_INCLUDE}/../share/cmake/Torch/TorchConfig.cmake")
if(TALLY_TORCH_CONFIG)
  file(READ ${TALLY_TORCH_CONFIG} TALLY_TORCH_TEXT)
  if(TALLY_TORCH_TEXT MATCHES "_GLIBCXX_USE_CXX11_ABI=0")
    add_compile_definitions(_GLIBCXX_USE_CXX11_ABI=0)
  endif()
endif()

add_library(tally_torch INTERFACE)
# Not /usr/include itself, which the compiler knows, and minds when it is named.
if(NOT TALLY_TORCH_INCLUDE STREQUAL /usr/include)
  target_include_directories(tally_torch SYSTEM INTERFACE ${TALLY_TORCH_INCLUDE})
endif()
target_include_directories(tally_torch SYSTEM INTERFACE ${TALLY_TORCH_INCLUDE}/torch/csrc/api/include)
# A header for each op. The kernels of a GPU register themselves: nothing of theirs is referred to. What
# LibTorch's own libraries need is found when they are loaded.
target_compile_definitions(tally_torch INTERFACE AT_PER_OPERATOR_HEADERS)
target_link_libraries(tally_torch INTERFACE -Wl,--no-as-needed ${TALLY_TORCH_LIBRARIES} -Wl,--as-needed)
target_link_options(tally_torch INTERFACE -Wl,--allow-shlib-undefined)
