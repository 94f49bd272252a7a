// Numbers beside bfloat16 tensors against PyTorch 2.6, to the last bit: which ops round the number
// first, and which compute in float32 (tests/golden/scalars.py).
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "ops/ops.h"
#include "tests/golden/golden.h"

namespace tally {
namespace {

using Call = std::function<Tensor(const Tensor&, const Tensor&, const Tensor&, double)>;

const std::map<std::string, Call>& calls() {
  static const std::map<std::string, Call> all{
      {"add", [](auto& x, auto&, auto&, double s) { return x + s; }},
      {"add.alpha", [](auto& x, auto& y, auto&, double s) { return add(x, y, s); }},
      {"add.scalar_alpha", [](auto& x, auto&, auto&, double s) { return add(x, 0.7, s); }},
      {"sub", [](auto& x, auto&, auto&, double s) { return x - s; }},
      {"sub.alpha", [](auto& x, auto& y, auto&, double s) { return sub(x, y, s); }},
      {"sub.scalar_alpha", [](auto& x, auto&, auto&, double s) { return sub(x, 0.7, s); }},
      {"rsub", [](auto& x, auto&, auto&, double s) { return s - x; }},
      {"mul", [](auto& x, auto&, auto&, double s) { return x * s; }},
      {"div", [](auto& x, auto&, auto&, double s) { return x / s; }},
      {"rdiv", [](auto& x, auto&, auto&, double s) { return s / x; }},
      {"pow", [](auto& x, auto&, auto&, double s) { return pow(x, s); }},
      {"add_", [](auto& x, auto&, auto&, double s) { return x.add_(s); }},
      {"add_.alpha", [](auto& x, auto& y, auto&, double s) { return x.add_(y, s); }},
      {"mul_", [](auto& x, auto&, auto&, double s) { return x.mul_(s); }},
      {"div_", [](auto& x, auto&, auto&, double s) { return x.div_(s); }},
      {"lerp_", [](auto& x, auto& y, auto&, double s) { return x.lerp_(y, s); }},
      {"addcmul_", [](auto& x, auto& y, auto& z, double s) { return x.addcmul_(y, z, s); }},
      {"addcdiv_", [](auto& x, auto& y, auto& z, double s) { return x.addcdiv_(y, z, s); }},
      {"fill_", [](auto& x, auto&, auto&, double s) { return x.fill_(s); }},
  };
  return all;
}

TEST(ScalarGolden, Bfloat16BesideANumberIsPyTorchsToTheLastBit) {
  const auto& structure = golden::cases("structure", "scalars");
  const auto& values = golden::cases("values", "scalars");
  ASSERT_EQ(structure.size(), values.size());
  for (const auto& item : structure.items()) {
    SCOPED_TRACE(item.key());
    const Shape shape{item.value().at("elements").get<std::int64_t>()};
    const auto input = [&](std::uint64_t stream) {
      return golden::uniform(shape, stream, Dtype::bfloat16, Device::cpu, MemoryCategory::input,
                             true);
    };
    const Tensor x = input(0), y = input(1), z = input(2);
    const Call& call = calls().at(item.value().at("call").get<std::string>());
    const Tensor out = call(x, y, z, item.value().at("scalar").get<double>());
    EXPECT_EQ(golden::difference(golden::to_host(out), values.at(item.key()), {0, 0}), "");
  }
}

}  // namespace
}  // namespace tally
