// Every optimizer against torch.optim of PyTorch 2.6: 100 steps on one recorded sequence of
// gradients; state and the stream of three steps exactly.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tensor/recorder.h"
#include "tests/optim/golden_optimizer.h"

namespace tally {
namespace {

using golden::Json;

const std::vector<Shape> shapes{{4, 3}, {5}};

std::vector<Tensor> make_parameters(Dtype dtype, Device device) {
  std::vector<Tensor> parameters;
  for (const Shape& shape : shapes) {
    parameters.push_back(
        golden::uniform(shape, parameters.size(), dtype, device, MemoryCategory::parameter));
    parameters.back().set_requires_grad(true);
  }
  return parameters;
}

/// The gradients of step 1, 2, ...
void set_gradients(const std::vector<Tensor>& parameters, std::uint64_t step) {
  for (std::size_t k = 0; k < parameters.size(); ++k)
    parameters[k].set_grad(golden::uniform(shapes[k], 10 * step + k, parameters[k].dtype(),
                                           parameters[k].device(), MemoryCategory::gradient));
}

void expect_structure(const Json& golden, Device device) {
  const Engine engine(device);
  const auto parameters = make_parameters(golden::dtype(golden.at("dtype")), device);
  golden::AnyOptimizer optimizer(engine, golden.at("optimizer"), golden.at("options"), parameters);
  Record record;
  Json events = Json::object();
  const auto phase = [&](const std::string& name, auto&& run) {
    const std::size_t begin = record.recording().events.size();
    run();
    events[name] =
        golden::signed_bytes(record.recording(), begin, record.recording().events.size());
  };
  for (std::uint64_t step = 1; step <= 3; ++step) {
    set_gradients(parameters, step);
    phase("step" + std::to_string(step), [&] { optimizer.step(); });
  }
  phase("zero", [&] { optimizer.zero_grad(false); });
  phase("none", [&] { optimizer.zero_grad(true); });
  EXPECT_EQ(events, golden.at("events"));
  for (std::size_t k = 0; k < parameters.size(); ++k)
    EXPECT_EQ(optimizer.state(k), golden.at("state")[k]) << "state of parameter " << k;
}

TEST(OptimizerGolden, StateAndStreamArePyTorchs) {
  const Json& cases = golden::cases("structure", "optimizers");
  std::set<std::string> seen;
  for (const auto& item : cases.items()) {
    SCOPED_TRACE(item.key());
    seen.insert(item.value().at("optimizer").get<std::string>());
    expect_structure(item.value(), Device::cpu);
    expect_structure(item.value(), Device::meta);
  }
  EXPECT_EQ(seen.size(), optimizer_ids.size()) << "an optimizer without golden cases";
}

/// A step rounds once or twice per operation; in 100 steps a bfloat16 weight walks a few ulps
/// apart.
golden::Tolerance tolerance_after(int steps, Dtype dtype) {
  const golden::Tolerance one = golden::tolerance(dtype);
  const double growth = std::sqrt(static_cast<double>(steps));
  return {one.rtol * growth, one.atol * growth};
}

TEST(OptimizerGolden, ParametersAreEqualAfterHundredSteps) {
  const Json& cases = golden::cases("values", "optimizers");
  for (const auto& item : cases.items()) {
    SCOPED_TRACE(item.key());
    const Json& golden = golden::cases("structure", "optimizers").at(item.key());
    const Dtype dtype = golden::dtype(golden.at("dtype"));
    const Engine engine(Device::cpu);
    const auto parameters = make_parameters(dtype, Device::cpu);
    golden::AnyOptimizer optimizer(engine, golden.at("optimizer"), golden.at("options"),
                                   parameters);
    for (int step = 1; step <= 100; ++step) {
      set_gradients(parameters, static_cast<std::uint64_t>(step));
      optimizer.step();
      const std::string key = "step" + std::to_string(step);
      if (!item.value().contains(key)) continue;
      for (std::size_t k = 0; k < parameters.size(); ++k)
        EXPECT_EQ(golden::difference(golden::to_host(parameters[k]), item.value().at(key)[k],
                                     tolerance_after(step, dtype)),
                  "")
            << key << ", parameter " << k;
    }
  }
}

}  // namespace
}  // namespace tally
