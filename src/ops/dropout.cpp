// Dropout as PyTorch composes it on CPU: a noise tensor of the input's dtype, kept by the product.
// On CUDA one kernel that keeps a mask of one byte per element (ATen/native/Dropout.cpp,
// cuda/Dropout.cu).
#include "autograd/function.h"
#include "autograd/generator.h"
#include "ops/common.h"
#include "ops/kernel_choice.h"
#include "ops/ops.h"

namespace tally {
namespace {

/// Zeros and ones, one with probability `p`, from this thread's generator.
void fill_bernoulli(const Tensor& out, double p) {
  GeneratorState& state = generator();
  fill_random(out, state.seed, state.stream++, 0, Distribution::bernoulli, p);
}

struct NativeDropout {
  static constexpr const char* name = "native_dropout";
  static constexpr const char* node_name = "NativeDropoutBackward0";
  double p;
  Tensors forward(Context& context, const Tensor& input) {
    const Tensor mask = empty_strided(
        input.sizes(), elementwise_strides(input.sizes(), std::array{input.strides()}),
        Dtype::boolean, input.device(), result_category());
    const Tensor out = empty_like(input, result_category());
    if (!recorder().skipping()) {
      fill_bernoulli(out, 1 - p);  // the noise that the composition draws
      copy(mask, out);
      scale(out, input, mask);
    }
    context.save_for_backward(mask, "result1");
    return {out, mask};
  }
  Tensors backward_all(Context& context, const Tensors& gradients) {
    if (!gradients[0].defined()) return Tensors(1);
    const Tensor mask = context.saved(0);
    const Tensor out = empty_like(gradients[0], result_category());
    scale(out, gradients[0], mask);
    return {out};
  }
  void scale(const Tensor& out, const Tensor& x, const Tensor& mask) const {
    const double factor = p == 1 ? 0 : 1 / (1 - p);
    map(
        name, out,
        [factor](auto value, auto kept) {
          return value * kept * static_cast<decltype(value)>(factor);
        },
        x, mask);
  }
};

void check_dropout(const Tensor& input, double p) {
  check(p >= 0 && p <= 1, [&] { return format_text("[dropout] p takes 0 to 1, got {}", p); });
  check_floating("dropout", input);
}

}  // namespace

Tensor dropout(const Tensor& input, double p, bool train) {
  check_dropout(input, p);
  if (p == 0 || !train || input.numel() == 0) return input;
  if (p == 1) {
    const Tensor zero = result(input, {});
    fill(zero, 0);
    return mul(input, zero);
  }
  if (kernel_choice().dropout == DropoutKernel::native)
    return std::get<0>(native_dropout(input, p, train));
  if (recorder().skipping()) return result(input, input.sizes());  // draws nothing
  const Tensor noise = empty_like(input, result_category());
  fill_bernoulli(noise, 1 - p);
  noise.div_(1 - p);
  return mul(input, noise);
}

std::tuple<Tensor, Tensor> native_dropout(const Tensor& input, double p, bool train) {
  check_dropout(input, p);
  const Tensors both = apply(NativeDropout{train ? p : 0}, input);
  return {both[0], both[1].detach()};  // a mask has no gradient
}

}  // namespace tally
