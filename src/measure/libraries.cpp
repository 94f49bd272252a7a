#include "measure/libraries.h"

#include <ATen/Version.h>
#include <ATen/detail/CUDAHooksInterface.h>

#include <algorithm>
#include <array>

#include "core/format_text.h"

namespace tally::measure {
namespace {

using Libraries = std::vector<std::pair<std::string, std::string>>;

void add(Libraries& list, const char* name, std::string version) {
  if (!version.empty()) list.emplace_back(name, std::move(version));
}

/// cuBLAS by its own word (cublasGetProperty takes 0, 1, 2 for major, minor, patch).
std::string cublas_version() {
  auto* const get = loaded<int(int, int*)>("cublasGetProperty");
  std::array<int, 3> parts{};
  for (int i = 0; i < 3; ++i)
    if (!get || get(i, &parts[static_cast<std::size_t>(i)]) != 0) return {};
  return format_text("{}.{}.{}", parts[0], parts[1], parts[2]);
}

/// A template, so that what a version of LibTorch lacks is left out.
template <class Hooks>
void add_cuda(Libraries& list, const Hooks& hooks) {
  if constexpr (requires { hooks.versionCUDART(); })
    if (hooks.hasCUDART()) add(list, "CUDA", cuda_version(hooks.versionCUDART()));
  add(list, "cuBLAS", cublas_version());
  if (!hooks.hasCuDNN()) return;
  if constexpr (requires { hooks.versionRuntimeCuDNN(); })
    add(list, "cuDNN", cudnn_version(hooks.versionRuntimeCuDNN()));
  else if constexpr (requires { hooks.versionCuDNN(); })
    add(list, "cuDNN", cudnn_version(hooks.versionCuDNN()));
}

}  // namespace

Libraries libraries(bool cuda) {
  Libraries list;
  if (cuda) {
    add_cuda(list, at::detail::getCUDAHooks());
    return list;
  }
  if (auto* const config = loaded<char*()>("openblas_get_config"))
    add(list, "OpenBLAS", version_in(config()));
  else
    add(list, "MKL", version_in(at::get_mkl_version()));
  add(list, "oneDNN", version_in(at::get_mkldnn_version()));
  return list;
}

std::string cuda_version(long number) {
  return format_text("{}.{}", number / 1000, number % 1000 / 10);
}

std::string cudnn_version(long number) {
  const long of_major = number >= 90'000 ? 10'000 : 1000;
  return format_text("{}.{}.{}", number / of_major, number % of_major / 100, number % 100);
}

std::string version_in(std::string_view words) {
  constexpr std::string_view digits_and_dots = "0123456789.";
  while (!words.empty()) {
    std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(word.size() + 1, words.size()));
    if (word.starts_with('v')) word.remove_prefix(1);
    const std::string_view version =
        word.substr(0, std::min(word.find_first_not_of(digits_and_dots), word.size()));
    const bool is_whole = version.size() == word.size() || word[version.size()] == '-';
    if (is_whole && version.find('.') != 0 && version.find('.') != std::string_view::npos)
      return std::string(version);
  }
  return {};
}

}  // namespace tally::measure
