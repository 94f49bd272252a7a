// The engine natively, one thread: products, the training step, what tracking costs, the step on
// meta, elementwise ops against a copy. run.mjs makes rows of what it prints.
#include "engine/engine.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "bench/step.h"
#include "tensor/adam_kernel.h"
#include "tensor/gemm.h"

namespace tally::bench {
namespace {

using benchmark::State;

/// A smoke test runs everything once, small.
bool smoke = false;
std::int64_t at_most(std::int64_t size, std::int64_t small) {
  return smoke ? std::min(size, small) : size;
}

void flops(State& state, double each) {
  state.counters["flops"] = benchmark::Counter(each, benchmark::Counter::kIsIterationInvariantRate);
}
void bytes(State& state, std::int64_t each) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * each);
}

/// The op mm of n x n matrices, either turned: a new result each time, as LibTorch's beside it.
void gemm_row(State& state, std::int64_t n, bool a_turned, bool b_turned) {
  const Engine engine;
  const NoGrad no_grad;
  const auto matrix = [&](double value, bool turned) {
    const Tensor full = engine.full({n, n}, value, Dtype::float32, MemoryCategory::other);
    return turned ? t(full) : full;
  };
  const Tensor a = matrix(0.5, a_turned), b = matrix(0.25, b_turned);
  for (auto _ : state) benchmark::DoNotOptimize(mm(a, b));
  flops(state, 2.0 * static_cast<double>(n * n * n));
}

/// What the kernel reaches where all is in the first cache: the roof of every product.
void peak_flops(State& state) {
  const GemmKernel& kernel = gemm_kernels().back();
  constexpr std::int64_t depth = 128;
  const std::vector<float> a(static_cast<std::size_t>(kernel.rows * depth), 0.5f),
      b(static_cast<std::size_t>(kernel.cols * depth), 0.25f);
  std::vector<float> c(static_cast<std::size_t>(kernel.rows * kernel.cols));
  for (auto _ : state) {
    kernel.sum(depth, a.data(), b.data(), c.data(), kernel.cols, false);
    benchmark::ClobberMemory();
  }
  flops(state, 2.0 * static_cast<double>(kernel.rows * kernel.cols * depth));
  state.SetLabel(kernel.name);
}

void copy_row(State& state, std::int64_t size) {
  std::vector<char> from(static_cast<std::size_t>(size), 1), to(from.size());
  for (auto _ : state) {
    std::memcpy(to.data(), from.data(), from.size());
    benchmark::ClobberMemory();
  }
  bytes(state, 2 * size);  // read and written
}

void step_row(State& state, Device device, StepSettings settings, bool recorded) {
  MlpStep<Engine> step(Engine(device), settings);
  step.run();
  std::size_t events = 0;
  for (auto _ : state) {
    if (recorded) {
      Record record;
      step.run();
      events = record.recording().events.size();
    } else {
      step.run();
    }
  }
  if (recorded) state.counters["events"] = static_cast<double>(events);
}

/// `run()` moves `each` bytes.
template <class Run>
void moved(State& state, std::int64_t each, Run&& run) {
  for (auto _ : state) {
    run();
    benchmark::ClobberMemory();
  }
  bytes(state, each);
}

void elementwise_row(State& state, const std::string& what, std::int64_t n) {
  const Engine engine;
  const NoGrad no_grad;
  const auto tensor = [&](std::uint64_t stream) {
    return engine.uniform({n}, Dtype::float32, MemoryCategory::other, stream, 1);
  };
  const Tensor x = tensor(1), y = tensor(2), m = tensor(3),
               v = engine.full({n}, 1, Dtype::float32, MemoryCategory::other);
  const std::int64_t all = 4 * n;
  if (what == "relu") moved(state, 2 * all, [&] { relu(x); });
  if (what == "add") moved(state, 3 * all, [&] { add(x, y); });
  if (what == "add_") moved(state, 3 * all, [&] { x.add_(y); });
  if (what == "sum") moved(state, all, [&] { sum(x); });
  if (what == "adam") moved(state, 7 * all, [&] { adam_kernel(x, m, v, y, {}); });
  if (what == "relu_backward") {
    // The node alone runs in the timed part: forward and the gradient of the sum do not.
    const EnableGrad enable_grad;
    Tensor leaf = tensor(4).set_requires_grad(true);
    const Tensor out = relu(leaf);
    moved(state, 3 * all, [&] {
      backward(out, {.retain_graph = true}, y);
      leaf.set_grad({});
    });
  }
}

void register_all() {
  const auto add = [](const std::string& name, auto&& run) {
    return benchmark::RegisterBenchmark(name.c_str(), run)->Unit(benchmark::kMillisecond);
  };
  for (const std::int64_t n : {256, 512, 1024}) {
    const std::int64_t size = at_most(n, 16);
    const std::string end = "/" + std::to_string(n);
    add("gemm/ab" + end, [size](State& s) { gemm_row(s, size, false, false); });
    add("gemm/atb" + end, [size](State& s) { gemm_row(s, size, true, false); });
    add("gemm/abt" + end, [size](State& s) { gemm_row(s, size, false, true); });
  }
  add("peak/flops", peak_flops);
  const std::int64_t gigabyte = at_most(1'000'000'000, 1000), large = at_most(1 << 22, 1000);
  add("copy/1GB", [gigabyte](State& s) { copy_row(s, gigabyte); });
  add("copy/16MiB", [large](State& s) { copy_row(s, 4 * large); });
  for (const char* what : {"relu", "relu_backward", "add", "add_", "sum", "adam"})
    add(std::string("elementwise/") + what,
        [what, large](State& s) { elementwise_row(s, what, large); });
  const StepSettings usual = smoke ? StepSettings{2, 8, 4} : StepSettings{};
  const StepSettings small{usual.layers, 8, 4};
  for (const bool recorded : {false, true}) {
    const std::string end = recorded ? "/recorded" : "/counted";
    add("step" + end, [=](State& s) { step_row(s, Device::cpu, usual, recorded); });
    add("small_step" + end, [=](State& s) { step_row(s, Device::cpu, small, recorded); });
  }
  for (const std::int64_t layers : {5000, 10000, 20000}) {
    const StepSettings deep{at_most(layers, 10), 512, 64};
    add("meta_step/" + std::to_string(layers),
        [deep](State& s) { step_row(s, Device::meta, deep, false); });
  }
}

}  // namespace
}  // namespace tally::bench

int main(int count, char** arguments) {
  std::vector<char*> rest;
  for (int i = 0; i < count; ++i) {
    if (std::string(arguments[i]) == "--smoke")
      tally::bench::smoke = true;
    else
      rest.push_back(arguments[i]);
  }
  count = static_cast<int>(rest.size());
  benchmark::Initialize(&count, rest.data());
  if (benchmark::ReportUnrecognizedArguments(count, rest.data())) return 2;
  tally::bench::register_all();
  return benchmark::RunSpecifiedBenchmarks() > 0 ? 0 : 1;
}
