// Rows of a table by number. Only the numbers are kept: of the table backward needs the size
// (ATen/native/Embedding.cpp).
#include "autograd/function.h"
#include "ops/common.h"
#include "ops/ops.h"

namespace tally {
namespace {

struct Embedding {
  static constexpr const char* name = "embedding";
  static constexpr const char* node_name = "EmbeddingBackward0";
  std::int64_t padding_idx;  // a row without gradient, or negative
  std::int64_t rows = 0;

  Tensor forward(Context& context, const Tensor& weight, const Tensor& indices) {
    context.save_for_backward(indices, "indices");
    rows = weight.size(0);
    const std::int64_t width = weight.size(1);
    Shape sizes = indices.sizes();
    sizes.push_back(width);
    const Tensor numbers = expect_contiguous(indices);
    const Tensor out = result(weight, sizes);
    if (!has_values(out, weight, numbers)) return out;
    for (std::int64_t i = 0; i < numbers.numel(); ++i) {
      const std::int64_t k = numbers.data<std::int64_t>()[i];
      check(k >= 0 && k < rows, [&] {
        return format_text("[embedding] index {} is not in the table of {} rows", k, rows);
      });
      copy(out.alias({1, width}, {width, 1}, i * width), part(weight, 0, k, 1));
    }
    return out;
  }

  Tensors backward(Context& context, const Tensor& gradient) {
    const Tensor indices = context.saved(0);
    const std::int64_t width = gradient.size(-1);
    const CategoryScope category(context.gradient_category(0));
    const Tensor out = zeros(gradient, {rows, width});
    const Tensor numbers = expect_contiguous(indices), dense = expect_contiguous(gradient);
    if (has_values(out, numbers, dense))
      dispatch_floating(name, out.dtype(), [&]<class T>() {
        for (std::int64_t i = 0; i < numbers.numel(); ++i) {
          const std::int64_t k = numbers.data<std::int64_t>()[i];
          if (k == padding_idx) continue;
          for (std::int64_t j = 0; j < width; ++j) {
            T& sum = out.data<T>()[k * width + j];
            sum = static_cast<T>(static_cast<ComputeType<T>>(sum) +
                                 static_cast<ComputeType<T>>(dense.data<T>()[i * width + j]));
          }
        }
      });
    return {out, Tensor()};
  }
};

}  // namespace

Tensor embedding(const Tensor& weight, const Tensor& indices, std::int64_t padding_idx) {
  check(weight.dim() == 2, [&] {
    return format_text("[embedding] weight takes 2 dimensions (rows, width), got {}",
                       to_string(weight.sizes()));
  });
  check(indices.dtype() == Dtype::int64, [&] {
    return format_text("[embedding] indices take int64, got {}", name(indices.dtype()));
  });
  return apply(Embedding{padding_idx}, weight, indices);
}

}  // namespace tally
