// Whole training steps against PyTorch 2.6: two iterations of the lecture's networks, the stream of
// every phase and the peak exactly.
#include <gtest/gtest.h>

#include "autograd/backward.h"
#include "core/accounting.h"
#include "tensor/recorder.h"
#include "tests/optim/golden_optimizer.h"

namespace tally {
namespace {

using golden::Json;

struct Training {
  Training(const Json& json, Device on) : setting(json), engine(on) {
    const std::int64_t batch = setting.at("batch"), width = setting.at("width");
    std::uint64_t stream = 2;
    for (int k = 0; k < setting.at("layers").get<int>(); ++k) {
      weights.push_back(
          golden::uniform({width, width}, stream++, Dtype::float32, on, MemoryCategory::parameter));
      weights.back().set_requires_grad(true);
    }
    x = golden::uniform({batch, width}, 0, Dtype::float32, on, MemoryCategory::input);
    y = golden::uniform({batch, width}, 1, Dtype::float32, on, MemoryCategory::input);
  }

  Tensor loss(const Tensor& xs, const Tensor& ys) const {
    Tensor h = xs;
    for (const Tensor& w : weights) {
      h = linear(h, w);
      h = relu(h);
    }
    const std::string kind = setting.at("loss");
    if (kind == "sum") return sum(h);
    if (kind == "mse_loss") return mse_loss(h, ys);
    h = sub(h, ys);
    h = pow(h, 2);
    return mean(h);
  }

  /// Two iterations; `phase(name, run)` runs each part.
  template <class Phase>
  void run(Phase&& phase) {
    golden::AnyOptimizer optimizer(engine, setting.at("optimizer"), setting.at("options"), weights);
    const std::int64_t micro = setting.at("micro");
    for (int iteration = 1; iteration <= 2; ++iteration) {
      const std::string i = std::to_string(iteration);
      const Tensors xs = chunk(x, micro), ys = chunk(y, micro);
      for (std::size_t m = 0; m < xs.size(); ++m) {
        const std::string suffix = micro > 1 ? i + "." + std::to_string(m) : i;
        Tensor total;
        phase("forward" + suffix, [&] {
          total = loss(xs[m], ys[m]);
          if (micro > 1) total = div(total, static_cast<double>(xs.size()));
        });
        phase("backward" + suffix, [&] { backward(total); });
        phase("drop" + suffix, [&] { total = {}; });
      }
      phase("step" + i, [&] { optimizer.step(); });
      phase("zero_grad" + i, [&] { optimizer.zero_grad(setting.at("set_to_none")); });
    }
  }

  Json setting;
  Engine engine;
  Tensors weights;
  Tensor x, y;
};

void expect_structure(const Json& golden, Device device) {
  Training training(golden, device);
  Record record;
  Json events = Json::object();
  std::string peak_phase;
  std::int64_t peak = 0;
  training.run([&](const std::string& name, auto&& run) {
    const std::size_t begin = record.recording().events.size();
    run();
    const std::size_t end = record.recording().events.size();
    if (const Json stream = golden::signed_bytes(record.recording(), begin, end);
        !stream.empty() || golden.at("events").contains(name))
      events[name] = stream;
    if (const std::int64_t now = peak_live(record.recording()).total.count; now > peak) {
      peak = now;
      peak_phase = name;
    }
  });
  EXPECT_EQ(events, golden.at("events"));
  std::int64_t other = 0;  // what lived before this test and is not part of it
  for (const auto& alive : record.recording().preexisting) other += alive.bytes.count;
  const std::int64_t setup = golden.at("setup_bytes");
  EXPECT_EQ(other, setup);
  EXPECT_EQ(peak, golden.at("peak_bytes").get<std::int64_t>());
  EXPECT_EQ(peak_phase, golden.at("peak_phase").get<std::string>());
}

TEST(StepsGolden, EveryByteOfTwoIterationsIsPyTorchs) {
  const Json& cases = golden::cases("structure", "steps");
  for (const auto& item : cases.items()) {
    SCOPED_TRACE(item.key());
    expect_structure(item.value(), Device::cpu);
    expect_structure(item.value(), Device::meta);
  }
}

TEST(StepsGolden, WeightsAfterTwoIterationsArePyTorchs) {
  const Json& cases = golden::cases("values", "steps");
  for (const auto& item : cases.items()) {
    SCOPED_TRACE(item.key());
    Training training(golden::cases("structure", "steps").at(item.key()), Device::cpu);
    training.run([](const std::string&, auto&& run) { run(); });
    for (std::size_t k = 0; k < training.weights.size(); ++k)
      EXPECT_EQ(
          golden::difference(golden::to_host(training.weights[k]), item.value().at("weights")[k],
                             golden::tolerance(Dtype::float32)),
          "")
          << "weight " << k;
  }
}

}  // namespace
}  // namespace tally
