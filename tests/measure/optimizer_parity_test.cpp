// Every optimizer of the registry, with every state that StateOptions gives it, on LibTorch beside
// ours: state, the stream of three steps exactly, parameters and state after a hundred steps.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <set>

#include "engine/engine.h"
#include "measure/torch_engine.h"
#include "measure/vocabulary.h"
#include "optim/registry.h"
#include "tests/measure/stream.h"
#include "tests/optim/golden_options.h"

namespace tally {
namespace {

using golden::Json;
using measure::TorchEngine;

struct Run {
  Stream stream;                            // of three steps, and of zero_grad both ways
  Json state;                               // names, shapes, dtypes, bytes
  std::vector<std::vector<double>> values;  // parameters, master weights and states at the end
};

const std::vector<Shape> shapes{{4, 3}, {5}};

template <class E>
typename E::Tensor tensor_of(const E& engine, const Shape& shape, std::uint64_t stream, Dtype dtype,
                             MemoryCategory category) {
  const Tensor values = golden::uniform(shape, stream, dtype, Device::cpu, MemoryCategory::other);
  return engine.from_host(golden::to_host(values), shape, dtype, category);
}

template <class E, class Rule>
Run run(const Json& golden, const StateOptions& state_options) {
  const E engine;
  const Dtype dtype = golden::dtype(golden.at("dtype"));
  std::vector<typename E::Tensor> parameters;
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    parameters.push_back(tensor_of(engine, shapes[k], k, dtype, MemoryCategory::parameter));
    engine.set_requires_grad(parameters.back(), true);
  }
  const auto set_gradients = [&](std::uint64_t step) {
    for (std::size_t k = 0; k < shapes.size(); ++k)
      engine.set_grad(parameters[k],
                      tensor_of(engine, shapes[k], 10 * step + k, dtype, MemoryCategory::gradient));
  };
  Run result;
  Optimizer<E, Rule> optimizer(engine, parameters,
                               golden::read_options<typename Rule::Options>(golden.at("options")),
                               state_options);
  for (std::uint64_t step = 1; step <= 3; ++step) {
    set_gradients(step);
    typename E::Record record;
    optimizer.step();
    const Stream stream = stream_of(record.recording());
    result.stream.insert(result.stream.end(), stream.begin(), stream.end());
  }
  for (const bool to_none : {false, true}) {
    typename E::Record record;
    optimizer.zero_grad(to_none);
    const Stream stream = stream_of(record.recording());
    result.stream.insert(result.stream.end(), stream.begin(), stream.end());
  }
  for (std::uint64_t step = 4; step <= 100; ++step) {
    set_gradients(step);
    optimizer.step();
  }
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    result.values.push_back(engine.to_host(parameters[k]));
    if (optimizer.master_weight(k).defined())
      result.values.push_back(engine.to_host(optimizer.master_weight(k)));
    for (const auto& [state_name, tensor] : optimizer.state(k)) {
      result.values.push_back(engine.to_host(tensor));
      const Shape shape(tensor.sizes().begin(), tensor.sizes().end());
      const Dtype state_dtype = engine.dtype(tensor);
      result.state.push_back({{"name", state_name},
                              {"shape", shape},
                              {"dtype", name(state_dtype)},
                              {"bytes", (tensor.numel() * itemsize(state_dtype)).count}});
    }
  }
  result.state.push_back(optimizer.master_weight_bytes().count);
  return result;
}

/// A step rounds once or twice per operation; in 100 steps a bfloat16 weight walks a few ulps
/// apart.
golden::Tolerance tolerance_after_hundred(Dtype dtype) {
  const golden::Tolerance one = golden::tolerance(dtype);
  return {10 * one.rtol, 10 * one.atol};
}

template <class Rule>
void expect_parity(const Json& golden, const StateOptions& options) {
  const Run theirs = run<TorchEngine, Rule>(golden, options),
            ours = run<Engine, Rule>(golden, options);
  EXPECT_EQ(difference(theirs.stream, ours.stream), "");
  EXPECT_EQ(theirs.state, ours.state);
  ASSERT_EQ(theirs.values.size(), ours.values.size());
  for (std::size_t i = 0; i < ours.values.size(); ++i)
    EXPECT_EQ(golden::difference(theirs.values[i], Json(ours.values[i]),
                                 tolerance_after_hundred(golden::dtype(golden.at("dtype")))),
              "")
        << "value " << i;
}

TEST(OptimizersOnLibTorch, AreOursToTheByte) {
  std::set<std::string_view> seen;
  int checks = 0;
  for (const auto& item : golden::cases("structure", "optimizers").items()) {
    const Json& golden = item.value();
    const bool narrow = itemsize(golden::dtype(golden.at("dtype"))) < itemsize(Dtype::float32);
    std::vector<StateOptions> states{{}};
    if (narrow)
      states.insert(states.end(), {{.state_dtype = Dtype::float32}, {.master_weights = true}});
    for (const std::string_view rule : optimizer_ids)
      visit_optimizer(rule, [&]<class Rule>() {
        if (Rule::title != golden.at("optimizer").get<std::string>()) return;
        seen.insert(rule);
        for (const StateOptions& options : states) {
          SCOPED_TRACE(item.key() + (options.master_weights ? ", master weights"
                                     : options.state_dtype  ? ", float32 state"
                                                            : ""));
          expect_parity<Rule>(golden, options);
          ++checks;
        }
      });
  }
  EXPECT_EQ(seen.size(), optimizer_ids.size()) << "an optimizer without a golden case";
  std::cout << "optimizers on LibTorch: " << checks << " checks\n";
}

}  // namespace
}  // namespace tally
