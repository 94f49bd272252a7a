// Dropout as PyTorch composes it on CPU: a noise tensor of the input's dtype, kept by the product
// (ATen/native/Dropout.cpp).
#include "autograd/generator.h"
#include "ops/common.h"
#include "ops/ops.h"

namespace tally {

Tensor dropout(const Tensor& input, double p, bool train) {
  check(p >= 0 && p <= 1, [&] { return format_text("[dropout] p takes 0 to 1, got {}", p); });
  check_floating("dropout", input);
  if (p == 0 || !train || input.numel() == 0) return input;
  if (p == 1) {
    const Tensor zero = result(input, {});
    fill(zero, 0);
    return mul(input, zero);
  }
  if (recorder().skipping()) return result(input, input.sizes());  // draws nothing
  const Tensor noise = empty_like(input, result_category());
  GeneratorState& state = generator();
  fill_random(noise, state.seed, state.stream++, 0, Distribution::bernoulli, 1 - p);
  noise.div_(1 - p);
  return mul(input, noise);
}

}  // namespace tally
