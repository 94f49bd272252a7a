// The same products and the same training step on LibTorch, one thread.
#include <benchmark/benchmark.h>
#include <torch/torch.h>

#include <cmath>
#include <string>
#include <vector>

namespace {

using benchmark::State;

void gemm_row(State& state, std::int64_t n, bool a_turned, bool b_turned) {
  const torch::NoGradGuard no_grad;
  torch::Tensor a = torch::full({n, n}, 0.5), b = torch::full({n, n}, 0.25);
  if (a_turned) a = a.t();
  if (b_turned) b = b.t();
  for (auto _ : state) benchmark::DoNotOptimize(torch::mm(a, b));
  state.counters["flops"] = benchmark::Counter(2.0 * static_cast<double>(n * n * n),
                                               benchmark::Counter::kIsIterationInvariantRate);
}

constexpr double learning_rate = 1e-6;  // as in bench/step.h

/// torch::optim::Adam, or ATen's own fused Adam, which Python offers as Adam(fused=True).
void step_row(State& state, std::int64_t layers, std::int64_t width, std::int64_t batch,
              bool fused) {
  std::vector<torch::Tensor> weights, exp_avg, exp_avg_sq, max_exp_avg_sq, steps;
  for (std::int64_t i = 0; i < layers; ++i) {
    const double bound = 1 / std::sqrt(static_cast<double>(width));
    weights.push_back(torch::empty({width, width}).uniform_(-bound, bound).requires_grad_(true));
    exp_avg.push_back(torch::zeros({width, width}));
    exp_avg_sq.push_back(torch::zeros({width, width}));
    steps.push_back(torch::zeros({}));
  }
  const torch::Tensor x = torch::randn({batch, width});
  torch::optim::Adam optimizer(weights, torch::optim::AdamOptions(learning_rate));
  const auto step = [&] {
    torch::Tensor h = x;
    for (const torch::Tensor& weight : weights) h = torch::relu(torch::linear(h, weight));
    h.sum().backward();
    if (fused) {
      const torch::NoGradGuard no_grad;
      std::vector<torch::Tensor> gradients;
      for (const torch::Tensor& weight : weights) gradients.push_back(weight.grad());
      for (const torch::Tensor& count : steps) count.add_(1);
      at::_fused_adam_(weights, gradients, exp_avg, exp_avg_sq, max_exp_avg_sq, steps,
                       learning_rate, 0.9, 0.999, 0, 1e-8, false, false);
    } else {
      optimizer.step();
    }
    optimizer.zero_grad();
  };
  step();
  for (auto _ : state) step();
}

}  // namespace

int main(int count, char** arguments) {
  bool smoke = false;
  std::vector<char*> rest;
  for (int i = 0; i < count; ++i) {
    if (std::string(arguments[i]) == "--smoke")
      smoke = true;
    else
      rest.push_back(arguments[i]);
  }
  count = static_cast<int>(rest.size());
  benchmark::Initialize(&count, rest.data());
  if (benchmark::ReportUnrecognizedArguments(count, rest.data())) return 2;
  torch::set_num_threads(1);
  torch::manual_seed(1);
  benchmark::AddCustomContext("torch", TORCH_VERSION);
  benchmark::AddCustomContext("capability", at::get_cpu_capability());
  const auto add = [](const std::string& name, auto&& run) {
    benchmark::RegisterBenchmark(name.c_str(), run)->Unit(benchmark::kMillisecond);
  };
  for (const std::int64_t n : {256, 512, 1024}) {
    const std::int64_t size = smoke ? 16 : n;
    const std::string end = "/" + std::to_string(n);
    add("gemm/ab" + end, [size](State& s) { gemm_row(s, size, false, false); });
    add("gemm/atb" + end, [size](State& s) { gemm_row(s, size, true, false); });
    add("gemm/abt" + end, [size](State& s) { gemm_row(s, size, false, true); });
  }
  for (const bool fused : {false, true})
    add(fused ? "step/fused" : "step/stock",
        [=](State& s) { step_row(s, smoke ? 2 : 16, smoke ? 8 : 512, smoke ? 4 : 64, fused); });
  return benchmark::RunSpecifiedBenchmarks() > 0 ? 0 : 1;
}
