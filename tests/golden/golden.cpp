#include "tests/golden/golden.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>
#include <map>
#include <stdexcept>

#include "core/random.h"
#include "tensor/kernels.h"

namespace tally::golden {
namespace {

constexpr std::uint64_t seed = 20260101;

}  // namespace

const Json& cases(std::string_view kind, std::string_view family) {
  static std::map<std::string, Json> loaded;
  const std::string path =
      fmt::format("{}/tests/golden/{}/{}.json", TALLY_SOURCE_DIR, kind, family);
  const auto found = loaded.find(path);
  if (found != loaded.end()) return found->second;
  std::ifstream file(path);
  if (!file)
    throw std::runtime_error("cannot read " + path + " (tests/golden/generate.py makes it)");
  const Json whole = Json::parse(file);
  if (whole.at("seed") != seed) throw std::runtime_error(path + " is of another seed");
  return loaded.emplace(path, whole.at("cases")).first->second;
}

Dtype dtype(const Json& name) {
  const auto found = find_dtype(name.get<std::string>());
  if (!found) throw std::runtime_error("no dtype " + name.dump());
  return *found;
}

Shape shape(const Json& sizes) { return sizes.get<Shape>(); }

Tensor uniform(const Shape& shape, std::uint64_t stream, Dtype dtype, Device device,
               MemoryCategory category, bool positive) {
  const Tensor out = empty(shape, dtype, device, category);
  if (!has_values(out)) return out;
  Random random(seed, stream);
  dispatch_floating("uniform", dtype, [&]<class T>() {
    for (std::int64_t i = 0; i < out.numel(); ++i) {
      const double value = Random::uniform(random.word(static_cast<std::uint64_t>(i)));
      out.data<T>()[i] =
          static_cast<T>(static_cast<float>(positive ? std::abs(value) + 0.5 : value));
    }
  });
  return out;
}

Tensor integers(const Shape& shape, std::uint64_t stream, Dtype dtype, Device device,
                MemoryCategory category, std::int64_t below) {
  const Tensor out = empty(shape, dtype, device, category);
  if (!has_values(out)) return out;
  Random random(seed, stream);
  dispatch(dtype, [&]<class T>() {
    for (std::int64_t i = 0; i < out.numel(); ++i)
      out.data<T>()[i] = static_cast<T>(
          static_cast<std::int64_t>(Random::uniform01(random.word(static_cast<std::uint64_t>(i))) *
                                    static_cast<double>(below)));
  });
  return out;
}

std::vector<double> to_host(const Tensor& tensor) {
  const Tensor wide = empty(tensor.sizes(), Dtype::float64, Device::cpu, MemoryCategory::other);
  copy(wide, tensor);
  const double* data = wide.data<double>();
  return {data, data + wide.numel()};
}

std::vector<std::int64_t> signed_bytes(const Recording& recording, std::size_t begin,
                                       std::size_t end) {
  std::vector<std::int64_t> found;
  for (std::size_t i = begin; i < end; ++i) {
    const Event& event = recording.events[i];
    if (event.kind == EventKind::allocate) found.push_back(event.bytes);
    if (event.kind == EventKind::free) found.push_back(-event.bytes);
  }
  return found;
}

std::string stream_difference(const std::vector<std::int64_t>& actual, const Json& expected) {
  constexpr std::size_t shown = 8;
  const auto wanted = expected.get<std::vector<std::int64_t>>();
  const std::size_t length = std::min(actual.size(), wanted.size());
  const auto at = static_cast<std::size_t>(
      std::mismatch(actual.begin(), actual.begin() + static_cast<std::ptrdiff_t>(length),
                    wanted.begin())
          .first -
      actual.begin());
  if (at == actual.size() && at == wanted.size()) return {};
  const auto from_there = [at](const std::vector<std::int64_t>& stream) {
    return std::vector(
        stream.begin() + static_cast<std::ptrdiff_t>(at),
        stream.begin() + static_cast<std::ptrdiff_t>(std::min(at + shown, stream.size())));
  };
  return fmt::format("at event {} goes on with [{}], expected [{}]", at,
                     fmt::join(from_there(actual), ", "), fmt::join(from_there(wanted), ", "));
}

Tolerance tolerance(Dtype a, Dtype b) {
  const Tolerance first = tolerance(a), second = tolerance(b);
  return first.rtol > second.rtol ? first : second;
}

Tolerance tolerance(Dtype dtype) {
  switch (dtype) {
    case Dtype::float64:
      return {1e-12, 1e-13};
    case Dtype::bfloat16:
      return {1.6e-2, 8e-3};  // two steps of 2^-7
    default:
      return {1e-5, 1e-6};
  }
}

std::string difference(const std::vector<double>& actual, const Json& expected,
                       Tolerance tolerance) {
  if (actual.size() != expected.size())
    return fmt::format("{} elements, expected {}", actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const double wanted = expected[i].get<double>();
    if (!(std::abs(actual[i] - wanted) <= tolerance.atol + tolerance.rtol * std::abs(wanted)))
      return fmt::format("element {} is {}, expected {} (rtol {}, atol {})", i, actual[i], wanted,
                         tolerance.rtol, tolerance.atol);
  }
  return {};
}

std::string test_name(const std::string& name, std::size_t index) {
  std::string found;
  for (const char c : name) found += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return fmt::format("{}_{}", found, index);
}

}  // namespace tally::golden
