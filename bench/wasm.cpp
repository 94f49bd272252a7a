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
  std::int64_t n;
  std::vector<float> a, b, c;
};
std::unique_ptr<Products> products;
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
  products = std::make_unique<Products>(Products{n, {}, {}, {}});
  const auto size = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  for (std::size_t i = 0; i < size; ++i) {
    products->a.push_back(static_cast<float>(i % 7) / 8);
    products->b.push_back(static_cast<float>(i % 5) / 8);
  }
  products->c.resize(size);
}

/// c = a b, with either turned.
EMSCRIPTEN_KEEPALIVE void bench_gemm(int a_turned, int b_turned) {
  const std::int64_t n = products->n;
  const auto view = [n](const std::vector<float>& x, int turned) {
    return turned ? MatrixView{x.data(), 1, n} : MatrixView{x.data(), n, 1};
  };
  gemm(n, n, n, view(products->a, a_turned), view(products->b, b_turned), products->c.data(), n,
       false);
}

EMSCRIPTEN_KEEPALIVE double bench_gemm_sum() {
  double sum = 0;
  for (const float value : products->c) sum += static_cast<double>(value);
  return sum;
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
