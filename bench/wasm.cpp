// The engine as the page has it, for bench/page/harness.mjs: every function does one measured piece
// of work, so that the browser's engine compiles and counts it as it would in the page.
#include <emscripten.h>

#include <cstring>
#include <memory>
#include <vector>

#include "bench/step.h"
#include "engine/engine.h"
#include "tensor/adam_kernel.h"
#include "tensor/gemm.h"

namespace tally::bench {
namespace {

struct Products {
  Tensor a, b, c;
};
std::unique_ptr<Products> products;
constexpr std::int64_t peak_depth = 128;
std::unique_ptr<MlpStep<Engine>> mlp;

struct Elements {
  Tensor x, y, m, v, leaf, out;
};
std::unique_ptr<Elements> elements;

}  // namespace
}  // namespace tally::bench

using namespace tally;
using namespace tally::bench;

extern "C" {

/// Two n x n matrices: a[i] = (i mod 7) / 8, b[i] = (i mod 5) / 8.
EMSCRIPTEN_KEEPALIVE void bench_gemm_start(int n) {
  const Engine engine;
  const auto matrix = [&](std::size_t period) {
    Tensor filled = engine.full({n, n}, 0, Dtype::float32, MemoryCategory::other);
    for (std::int64_t i = 0; i < filled.numel(); ++i)
      filled.data<float>()[i] = static_cast<float>(static_cast<std::size_t>(i) % period) / 8;
    return filled;
  };
  products = std::make_unique<Products>(Products{matrix(7), matrix(5), {}});
}

/// c = a b, with either turned: a new tensor each time.
EMSCRIPTEN_KEEPALIVE void bench_gemm(int a_turned, int b_turned) {
  const NoGrad no_grad;
  const auto turn = [](const Tensor& x, int turned) { return turned ? t(x) : x; };
  products->c = {};  // as the caller of TensorFlow.js disposes of its result
  products->c = mm(turn(products->a, a_turned), turn(products->b, b_turned));
}

EMSCRIPTEN_KEEPALIVE double bench_gemm_sum() {
  double sum = 0;
  for (const double value : Engine().to_host(products->c)) sum += value;
  return sum;
}

/// The product's kernel over what is in the first cache: 1,000 tiles.
EMSCRIPTEN_KEEPALIVE int bench_peak_flops() {
  const GemmKernel& kernel = gemm_kernels().back();
  return static_cast<int>(2 * 1000 * peak_depth * kernel.rows * kernel.cols);
}
EMSCRIPTEN_KEEPALIVE void bench_peak() {
  const GemmKernel& kernel = gemm_kernels().back();
  static std::vector<float> a(static_cast<std::size_t>(kernel.rows * peak_depth), 0.5f),
      b(static_cast<std::size_t>(kernel.cols * peak_depth), 0.25f),
      c(static_cast<std::size_t>(kernel.rows * kernel.cols));
  for (int tile = 0; tile < 1000; ++tile)
    kernel.sum(peak_depth, a.data(), b.data(), c.data(), kernel.cols, false);
}

EMSCRIPTEN_KEEPALIVE void bench_step_start(int layers, int width, int batch) {
  mlp = std::make_unique<MlpStep<Engine>>(Engine(), StepSettings{layers, width, batch});
}
EMSCRIPTEN_KEEPALIVE void bench_step() { mlp->run(); }
EMSCRIPTEN_KEEPALIVE double bench_step_loss() { return mlp->loss(); }

/// Tensors of n floats.
EMSCRIPTEN_KEEPALIVE void bench_elements_start(int n) {
  const Engine engine;
  const auto tensor = [&](std::uint64_t stream) {
    return engine.uniform({n}, Dtype::float32, MemoryCategory::other, stream, 1);
  };
  elements = std::make_unique<Elements>();
  elements->x = tensor(1);
  elements->y = tensor(2);
  elements->m = tensor(3);
  elements->v = engine.full({n}, 1, Dtype::float32, MemoryCategory::other);
  elements->leaf = tensor(4).set_requires_grad(true);
  elements->out = relu(elements->leaf);
}
EMSCRIPTEN_KEEPALIVE void bench_copy() {
  std::memcpy(elements->m.data<float>(), elements->x.data<float>(),
              static_cast<std::size_t>(elements->x.nbytes().count));
}
EMSCRIPTEN_KEEPALIVE void bench_relu() {
  const NoGrad no_grad;
  relu(elements->x);
}
EMSCRIPTEN_KEEPALIVE void bench_add() {
  const NoGrad no_grad;
  add(elements->x, elements->y);
}
EMSCRIPTEN_KEEPALIVE void bench_sum() {
  const NoGrad no_grad;
  sum(elements->x);
}
EMSCRIPTEN_KEEPALIVE void bench_relu_backward() {
  backward(elements->out, {.retain_graph = true}, elements->y);
  elements->leaf.set_grad({});
}
EMSCRIPTEN_KEEPALIVE void bench_adam() {
  adam_kernel(elements->leaf, elements->m, elements->v, elements->y, {});
}
}
