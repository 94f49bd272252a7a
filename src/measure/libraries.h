// The libraries below LibTorch: their versions, and functions of theirs that no header without CUDA
// declares.
#pragma once

#include <dlfcn.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tally::measure {

/// A C function of whatever library is loaded; nullptr where none has it.
template <class Function>
Function* loaded(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

/// What LibTorch computes with, as far as it tells: {"CUDA", "12.8"}, {"cuBLAS", "12.8.4"}.
std::vector<std::pair<std::string, std::string>> libraries(bool cuda);

/// 12080 is "12.8", as CUDA counts; cuDNN's 90701 is "9.7.1" and its 8902 "8.9.2".
std::string cuda_version(long number);
std::string cudnn_version(long number);

/// The version among a library's words: "3.5.3" of "Intel(R) MKL-DNN v3.5.3 (Git Hash 1)"; "" where
/// there is none.
std::string version_in(std::string_view words);

}  // namespace tally::measure
