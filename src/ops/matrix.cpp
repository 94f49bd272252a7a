// Matrix products: they save both operands, count 2 m n k FLOPs each, and mirror BLAS's need for a
// unit stride (ATen/native/LinearAlgebra.cpp, addmm_impl_cpu_).
#include <algorithm>

#include "autograd/function.h"
#include "ops/autocast.h"
#include "ops/common.h"
#include "ops/ops.h"
#include "tensor/flops.h"

namespace tally {
namespace {

void check_product(const char* op, const Tensor& a, const Tensor& b, std::int64_t a_dims,
                   std::int64_t b_dims, bool fits) {
  check(a.dim() == a_dims && b.dim() == b_dims && fits, [&] {
    return format_text(
        "[{}] cannot multiply shapes {} and {}: it takes {}-D and {}-D with equal inner sizes", op,
        to_string(a.sizes()), to_string(b.sizes()), a_dims, b_dims);
  });
  check(a.dtype() == b.dtype(), [&] {
    return format_text("[{}] dtypes differ: {} and {}", op, name(a.dtype()), name(b.dtype()));
  });
  check_floating(op, a);
}

/// BLAS reads a matrix whose rows or columns are dense; anything else is copied for the call.
Tensor blas_operand(const Tensor& x) {
  const std::int64_t s0 = x.strides()[0], s1 = x.strides()[1];
  const std::int64_t rows = std::max<std::int64_t>(1, x.size(0)),
                     cols = std::max<std::int64_t>(1, x.size(1));
  if ((s0 == 1 && s1 >= rows) || (s1 == 1 && s0 >= cols)) return x;
  const Tensor dense = empty_like(x, x.sizes(), MemoryCategory::temporary);
  copy(dense, x);
  return dense;
}

void multiply_into(const Tensor& out, const Tensor& a, const Tensor& b, bool accumulate) {
  if (out.numel() == 0) return;
  if (a.numel() == 0) {
    if (!accumulate) fill(out, 0);
    return;
  }
  const Tensor lhs = blas_operand(a), rhs = blas_operand(b);
  matrix_product(out, lhs, rhs, accumulate);
}

/// What the backward of a product needs of an operand besides its values.
struct Layout {
  Shape sizes, strides;
  explicit Layout(const Tensor& x) : sizes(x.sizes()), strides(x.strides()) {}
  Layout() = default;
  bool column_major() const { return strides[0] == 1 && strides[1] == sizes[0]; }
};

/// d(mat1) and d(mat2) in the operand's own layout (FunctionsManual.cpp, mm_mat1_backward).
Tensor mat1_gradient(const Tensor& gradient, const Tensor& mat2, const Layout& mat1) {
  return mat1.column_major() ? t(mm(mat2, t(gradient))) : mm(gradient, t(mat2));
}
Tensor mat2_gradient(const Tensor& gradient, const Tensor& mat1, const Layout& mat2) {
  return mat2.column_major() ? t(mm(t(gradient), mat1)) : mm(t(mat1), gradient);
}

struct Mm {
  static constexpr const char* name = "mm";
  static constexpr const char* node_name = "MmBackward0";
  Layout left{}, right{};
  Tensor forward(Context& context, const Tensor& self, const Tensor& mat2) {
    check_product(name, self, mat2, 2, 2,
                  self.dim() == 2 && mat2.dim() == 2 && self.size(1) == mat2.size(0));
    context.save_for_backward(context.needs_input_grad(0) ? mat2 : Tensor(), "mat2");
    context.save_for_backward(context.needs_input_grad(1) ? self : Tensor(), "self");
    if (context.recording()) left = Layout(self), right = Layout(mat2);
    const Tensor out = result(self, {self.size(0), mat2.size(1)});
    multiply_into(out, self, mat2, false);
    count_flops({2 * self.size(0) * self.size(1) * mat2.size(1)});
    return out;
  }
  Tensors backward(Context& context, const Tensor& gradient) {
    const Tensor mat2 = context.saved(0), self = context.saved(1);
    Tensors gradients(2);
    if (context.needs_input_grad(1)) {
      const CategoryScope category(context.gradient_category(1));
      gradients[1] = mat2_gradient(gradient, self, right);
    }
    if (context.needs_input_grad(0)) {
      const CategoryScope category(context.gradient_category(0));
      gradients[0] = mat1_gradient(gradient, mat2, left);
    }
    return gradients;
  }
};

struct Addmm {
  static constexpr const char* name = "addmm";
  static constexpr const char* node_name = "AddmmBackward0";
  Layout left{}, right{};
  Tensor forward(Context& context, const Tensor& self, const Tensor& mat1, const Tensor& mat2) {
    check_product(name, mat1, mat2, 2, 2,
                  mat1.dim() == 2 && mat2.dim() == 2 && mat1.size(1) == mat2.size(0));
    const Shape sizes{mat1.size(0), mat2.size(1)};
    Shape common;
    check(broadcast_shapes(self.sizes(), sizes, common) && common == sizes &&
              self.dtype() == mat1.dtype(),
          [&] {
            return format_text(
                "[addmm] a {} of shape {} cannot be added to a {} product of shape {}",
                tally::name(self.dtype()), to_string(self.sizes()), tally::name(mat1.dtype()),
                to_string(sizes));
          });
    context.save_for_backward(context.needs_input_grad(2) ? mat1 : Tensor(), "mat1");
    context.save_for_backward(context.needs_input_grad(1) ? mat2 : Tensor(), "mat2");
    if (context.recording()) left = Layout(mat1), right = Layout(mat2);
    const Tensor out = result(mat1, sizes);
    copy(out, self);
    multiply_into(out, mat1, mat2, true);
    count_flops({2 * sizes[0] * mat1.size(1) * sizes[1]});
    return out;
  }
  Tensors backward(Context& context, const Tensor& gradient) {
    const Tensor mat1 = context.saved(0), mat2 = context.saved(1);
    Tensors gradients(3);
    if (context.needs_input_grad(0)) gradients[0] = gradient;
    if (context.needs_input_grad(1)) {
      const CategoryScope category(context.gradient_category(1));
      gradients[1] = mat1_gradient(gradient, mat2, left);
    }
    if (context.needs_input_grad(2)) {
      const CategoryScope category(context.gradient_category(2));
      gradients[2] = mat2_gradient(gradient, mat1, right);
    }
    return gradients;
  }
};

struct Bmm {
  static constexpr const char* name = "bmm";
  static constexpr const char* node_name = "BmmBackward0";
  Tensor forward(Context& context, const Tensor& self, const Tensor& mat2) {
    check_product(name, self, mat2, 3, 3,
                  self.dim() == 3 && mat2.dim() == 3 && self.size(0) == mat2.size(0) &&
                      self.size(2) == mat2.size(1));
    context.save_for_backward(context.needs_input_grad(0) ? mat2 : Tensor(), "mat2");
    context.save_for_backward(context.needs_input_grad(1) ? self : Tensor(), "self");
    return product(self, mat2);
  }
  Tensors backward(Context& context, const Tensor& gradient) {
    const Tensor mat2 = context.saved(0), self = context.saved(1);
    Tensors gradients(2);
    if (context.needs_input_grad(1)) gradients[1] = product(self.transpose(1, 2), gradient);
    if (context.needs_input_grad(0)) gradients[0] = product(gradient, mat2.transpose(1, 2));
    return gradients;
  }
  static Tensor product(const Tensor& a, const Tensor& b) {
    const Tensor out = result(a, {a.size(0), a.size(1), b.size(2)});
    const auto matrix = [](const Tensor& x, std::int64_t i) {
      return x.alias({x.size(1), x.size(2)}, {x.strides()[1], x.strides()[2]},
                     x.storage_offset() + i * x.strides()[0]);
    };
    if (a.numel() == 0) fill(out, 0);
    for (std::int64_t i = 0; i < a.size(0) && has_values(out, a, b); ++i)
      matrix_product(matrix(out, i), matrix(a, i), matrix(b, i));
    count_flops({2 * a.size(0) * a.size(1) * a.size(2) * b.size(2)});
    return out;
  }
};

/// A vector as a matrix of one column.
Tensor column(const Tensor& vec) {
  return vec.alias({vec.size(0), 1}, {vec.strides()[0], 1}, vec.storage_offset());
}

struct Mv {
  static constexpr const char* name = "mv";
  static constexpr const char* node_name = "MvBackward0";
  Tensor forward(Context& context, const Tensor& self, const Tensor& vec) {
    check_product(name, self, vec, 2, 1,
                  self.dim() == 2 && vec.dim() == 1 && self.size(1) == vec.size(0));
    context.save_for_backward(context.needs_input_grad(1) ? self : Tensor(), "self");
    context.save_for_backward(context.needs_input_grad(0) ? vec : Tensor(), "vec");
    return product(self, vec);
  }
  Tensors backward(Context& context, const Tensor& gradient) {
    const Tensor self = context.saved(0), vec = context.saved(1);
    Tensors gradients(2);
    if (context.needs_input_grad(0))  // outer product
      gradients[0] = binary("ger", column(gradient), vec, [](auto g, auto v) { return g * v; });
    if (context.needs_input_grad(1)) gradients[1] = product(t(self), gradient);
    return gradients;
  }
  static Tensor product(const Tensor& matrix, const Tensor& vec) {
    const Tensor out = result(matrix, {matrix.size(0)});
    if (matrix.numel() == 0)
      fill(out, 0);
    else
      matrix_product(column(out), matrix, column(vec));
    return out;
  }
};

struct Dot {
  static constexpr const char* name = "dot";
  static constexpr const char* node_name = "DotBackward0";
  Tensor forward(Context& context, const Tensor& self, const Tensor& tensor) {
    check_product(name, self, tensor, 1, 1,
                  self.dim() == 1 && tensor.dim() == 1 && self.size(0) == tensor.size(0));
    context.save_for_backward(context.needs_input_grad(1) ? self : Tensor(), "self");
    context.save_for_backward(context.needs_input_grad(0) ? tensor : Tensor(), "tensor");
    const Tensor out = result(self, {});
    if (self.numel() == 0)
      fill(out, 0);
    else
      matrix_product(out.alias({1, 1}, {1, 1}, 0), t(column(self)), column(tensor));
    return out;
  }
  Tensors backward(Context& context, const Tensor& gradient) {
    const Tensor self = context.saved(0), tensor = context.saved(1);
    Tensors gradients(2);
    if (context.needs_input_grad(0)) gradients[0] = product(gradient, tensor);
    if (context.needs_input_grad(1)) gradients[1] = product(gradient, self);
    return gradients;
  }
};

/// What linear does with its bias (ATen/native/Linear.cpp, `output.add_(bias)`), and attention with
/// its mask. A term of another dtype is cast in full first.
struct AddInPlace {
  static constexpr const char* name = "add_";
  static constexpr const char* node_name = "AddBackward0";
  Tensor forward(Context&, const Tensor& product, const Tensor& term) {
    Tensor cast;
    if (term.dtype() != product.dtype() && kernel_choice().casts == CastKernel::cpu) {
      cast = empty(term.sizes(), product.dtype(), term.device(), MemoryCategory::temporary);
      copy(cast, term);
    }
    map(name, product, [](auto x, auto t) { return x + t; }, product, cast.defined() ? cast : term);
    product.bump_version();
    return product.detach();
  }
  Tensors backward(Context& context, const Tensor& gradient) {
    return {gradient, context.needs_input_grad(1) ? gradient : Tensor()};
  }
};

Shape without_last(const Shape& sizes) { return Shape(sizes.begin(), sizes.end() - 1); }

/// x as a matrix of its last dimension.
Shape folded(const Tensor& x) {
  std::int64_t rows = 1;
  for (const std::int64_t size : without_last(x.sizes())) rows *= size;
  return {rows, x.size(-1)};
}

/// (..., n, k) times a matrix or a vector: rows folded into one product.
Tensor matmul_folded(const Tensor& self, const Tensor& other) {
  Shape sizes = without_last(self.sizes());
  if (other.dim() == 2) sizes.push_back(other.size(1));
  const Tensor rows = reshape(self, folded(self));
  return _unsafe_view(other.dim() == 2 ? mm(rows, other) : mv(rows, other), sizes);
}

/// Whether folding is free, or the matrix's gradient would need it anyway (LinearAlgebra.cpp,
/// should_fold).
bool folds(const Tensor& large, const Tensor& small, bool large_first) {
  if (large.dim() < 3 || small.dim() > 2) return false;
  if (small.requires_grad()) return true;
  if (!large_first && small.dim() == 2) return false;
  if (large.numel() == 0) return true;
  const Tensor seen = large_first ? large : transpose(large, -2, -1);
  for (std::size_t d = 0; d + 2 < seen.sizes().size(); ++d)
    if (seen.strides()[d] != seen.strides()[d + 1] * seen.sizes()[d + 1]) return false;
  return true;
}

/// Batches broadcast, then one bmm.
Tensor matmul_batched(const Tensor& self, const Tensor& other) {
  const auto batch = [](const Tensor& x) {
    return x.dim() > 2 ? Shape(x.sizes().begin(), x.sizes().end() - 2) : Shape{};
  };
  Shape sizes;
  check(broadcast_shapes(batch(self), batch(other), sizes), [&] {
    return format_text("[matmul] the batches of {} and {} do not broadcast",
                       to_string(self.sizes()), to_string(other.sizes()));
  });
  const std::int64_t rows = self.dim() > 1 ? self.size(-2) : 1, inner = self.size(-1);
  const std::int64_t other_rows = other.dim() > 1 ? other.size(-2) : other.size(-1);
  const std::int64_t cols = other.dim() > 1 ? other.size(-1) : 1;
  const auto batched = [&](const Tensor& x, std::int64_t r, std::int64_t c) {
    Shape wide = sizes;
    wide.insert(wide.end(), {r, c});
    return reshape(expand(x, wide), {numel(sizes), r, c});
  };
  const Tensor lhs = batched(self, rows, inner);
  const Tensor rhs = batched(other.dim() == 1 ? unsqueeze(other, 1) : other, other_rows, cols);
  const Tensor product = bmm(lhs, rhs);
  Shape out = sizes;
  if (self.dim() > 1) out.push_back(rows);
  if (other.dim() > 1) out.push_back(cols);
  return _unsafe_view(other.dim() == 1 ? squeeze(product, -1) : product, out);
}

Tensor lowered(Tensor (*op)(const Tensor&, const Tensor&), const Tensor& a, const Tensor& b) {
  const AutocastInputs cast = lower_precision({&a, &b});
  return op(cast[0], cast[1]);
}

}  // namespace

Tensor mm(const Tensor& self, const Tensor& mat2) {
  if (autocast_enabled()) return lowered(mm, self, mat2);
  return apply(Mm{}, self, mat2);
}
Tensor addmm(const Tensor& self, const Tensor& mat1, const Tensor& mat2) {
  if (autocast_enabled()) {
    const AutocastInputs cast = lower_precision({&self, &mat1, &mat2});
    return addmm(cast[0], cast[1], cast[2]);
  }
  return apply(Addmm{}, self, mat1, mat2);
}
Tensor bmm(const Tensor& self, const Tensor& mat2) {
  if (autocast_enabled()) return lowered(bmm, self, mat2);
  return apply(Bmm{}, self, mat2);
}
Tensor mv(const Tensor& self, const Tensor& vec) {
  if (autocasts_on(CastKernel::cuda)) return lowered(mv, self, vec);
  return apply(Mv{}, self, vec);
}
Tensor dot(const Tensor& self, const Tensor& tensor) { return apply(Dot{}, self, tensor); }
Tensor add_in_place(const Tensor& product, const Tensor& term) {
  return apply(AddInPlace{}, product, term);
}

Tensor matmul(const Tensor& self, const Tensor& other) {
  if (autocast_enabled()) return lowered(matmul, self, other);
  check(self.dim() > 0 && other.dim() > 0, [&] {
    return format_text("[matmul] takes at least 1-D tensors, got shapes {} and {}",
                       to_string(self.sizes()), to_string(other.sizes()));
  });
  const std::int64_t inner = other.dim() == 1 ? other.size(0) : other.size(-2);
  check(self.size(-1) == inner, [&] {
    return format_text("[matmul] cannot multiply shapes {} and {}: inner sizes {} and {}",
                       to_string(self.sizes()), to_string(other.sizes()), self.size(-1), inner);
  });
  if (self.dim() == 1 && other.dim() == 1) return dot(self, other);
  if (self.dim() == 2 && other.dim() == 1) return mv(self, other);
  if (self.dim() == 1 && other.dim() == 2)
    return squeeze_in_place(mm(unsqueeze(self, 0), other), 0);
  if (self.dim() == 2 && other.dim() == 2) return mm(self, other);
  if (self.dim() == 3 && other.dim() == 3 &&
      self.size(0) != other.size(0)) {  // a batch of one: no expand
    if (self.size(0) == 1 && self.requires_grad()) return matmul(squeeze(self, 0), other);
    if (other.size(0) == 1 && other.requires_grad()) return matmul(self, squeeze(other, 0));
  }
  if (self.dim() >= other.dim() && folds(self, other, true)) return matmul_folded(self, other);
  if (self.dim() < other.dim() && folds(other, self, false)) {
    const Tensor mirrored = transpose(other, -2, -1);
    const Tensor product = matmul_folded(mirrored, self.dim() == 2 ? t(self) : self);
    return self.dim() == 2 ? contiguous(transpose(product, -2, -1)) : product;
  }
  return matmul_batched(self, other);
}

Tensor linear(const Tensor& input, const Tensor& weight, const Tensor& bias) {
  if (autocast_enabled()) {
    const AutocastInputs cast = lower_precision({&input, &weight, &bias});
    return linear(cast[0], cast[1], cast[2]);
  }
  check(weight.dim() == 2, [&] {
    return format_text("[linear] weight takes 2 dimensions (out, in), got {}",
                       to_string(weight.sizes()));
  });
  check(input.dim() >= 1 && input.size(-1) == weight.size(1), [&] {
    return format_text("[linear] input {} does not fit weight {}: its last size must be {}",
                       to_string(input.sizes()), to_string(weight.sizes()), weight.size(1));
  });
  check(!bias.defined() || bias.dtype() == weight.dtype(), [&] {
    return format_text("[linear] dtypes differ: weight {}, bias {}", name(weight.dtype()),
                       name(bias.dtype()));
  });
  check(!bias.defined() || (bias.dim() == 1 && bias.size(0) == weight.size(0)), [&] {
    return format_text("[linear] bias {} does not fit weight {}: it takes ({},)",
                       to_string(bias.sizes()), to_string(weight.sizes()), weight.size(0));
  });
  if (!bias.defined()) return matmul(input, t(weight));
  if (input.dim() == 2) return addmm(bias, input, t(weight));
  if (input.is_contiguous()) {  // one product over the flattened rows
    Shape sizes = without_last(input.sizes());
    sizes.push_back(weight.size(0));
    const Tensor rows = view(input, folded(input));
    return view(addmm(bias, rows, t(weight)), sizes);
  }
  return add_in_place(matmul(input, t(weight)), bias);
}

}  // namespace tally
