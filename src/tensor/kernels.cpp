#include "tensor/kernels.h"

#include <algorithm>
#include <vector>

#include "core/check.h"
#include "core/random.h"
#include "tensor/gemm.h"

namespace tally {
namespace {

/// `source` with the values converted to T, in a buffer that nobody accounts: PyTorch converts on
/// the fly.
template <class T>
struct Converted {
  Converted(const Tensor& source, const Shape& to) {
    Shape from_strides = source.strides();
    dispatch(source.dtype(), [&]<class S>() {
      if constexpr (std::is_same_v<S, T>) {
        data = source.data<T>();
      } else {
        buffer.resize(source.numel());
        std::int64_t next = 0;
        for_each_row<1>(source.sizes(), {source.strides()},
                        [&](std::int64_t n, const auto& offset, const auto& stride) {
                          const S* from = source.data<S>() + offset[0];
                          for (std::int64_t i = 0; i < n; ++i)
                            buffer[next++] =
                                static_cast<T>(static_cast<ComputeType<S>>(from[i * stride[0]]));
                        });
        data = buffer.data();
        from_strides = contiguous_strides(source.sizes());
      }
    });
    strides = broadcast_strides(source.sizes(), from_strides, to);
  }
  const T* data = nullptr;
  Shape strides;
  Eigen::Array<T, Eigen::Dynamic, 1> buffer;
};

}  // namespace

template <class T>
void detail::map_rows(const Tensor& out, std::span<const Tensor* const> inputs, const void* f,
                      MapRow<T> row) {
  std::vector<Converted<T>> in;
  in.reserve(inputs.size());
  std::vector<Shape> strides{out.strides()};
  for (const Tensor* input : inputs)
    strides.push_back(in.emplace_back(*input, out.sizes()).strides);
  const auto walk = [&](std::int64_t n, const std::int64_t* offsets, const std::int64_t* steps) {
    std::array<const T*, 4> from{};
    for (std::size_t i = 0; i < in.size(); ++i) from[i] = in[i].data + offsets[i + 1];
    row(f, n, out.data<T>() + offsets[0], steps[0], from.data(), steps + 1);
  };
  walk_rows(out.sizes(), strides,
            {&walk, [](const void* kernel, std::int64_t n, const std::int64_t* offsets,
                       const std::int64_t* steps) {
               (*static_cast<const decltype(walk)*>(kernel))(n, offsets, steps);
             }});
}

template void detail::map_rows(const Tensor&, std::span<const Tensor* const>, const void*,
                               MapRow<float>);
template void detail::map_rows(const Tensor&, std::span<const Tensor* const>, const void*,
                               MapRow<BFloat16>);
template void detail::map_rows(const Tensor&, std::span<const Tensor* const>, const void*,
                               MapRow<bool>);
template void detail::map_rows(const Tensor&, std::span<const Tensor* const>, const void*,
                               MapRow<double>);
template void detail::map_rows(const Tensor&, std::span<const Tensor* const>, const void*,
                               MapRow<std::int64_t>);
template void detail::map_rows(const Tensor&, std::span<const Tensor* const>, const void*,
                               MapRow<std::uint8_t>);

namespace {

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Values of a 2-D tensor as a dense row-major matrix in the compute type.
template <class T>
Matrix<ComputeType<T>> dense(const Tensor& x) {
  Matrix<ComputeType<T>> result(x.size(0), x.size(1));
  const T* data = x.data<T>();
  for (std::int64_t i = 0; i < x.size(0); ++i)
    for (std::int64_t j = 0; j < x.size(1); ++j)
      result(i, j) = static_cast<ComputeType<T>>(data[i * x.strides()[0] + j * x.strides()[1]]);
  return result;
}

/// Calls `use` with the tensor as an Eigen map whose inner stride is 1: row-major or column-major,
/// no copy.
template <class T, class Use>
void with_map(const Tensor& x, Use&& use) {
  using RowMajor = Eigen::Map<Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>, 0,
                              Eigen::OuterStride<>>;
  using ColMajor = Eigen::Map<Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor>, 0,
                              Eigen::OuterStride<>>;
  const std::int64_t rows = x.size(0), cols = x.size(1), s0 = x.strides()[0], s1 = x.strides()[1];
  if ((s1 == 1 || cols == 1) && (s0 >= cols || rows == 1)) {
    use(RowMajor(x.data<T>(), rows, cols, Eigen::OuterStride<>(rows == 1 ? cols : s0)));
  } else if ((s0 == 1 || rows == 1) && (s1 >= rows || cols == 1)) {
    use(ColMajor(x.data<T>(), rows, cols, Eigen::OuterStride<>(cols == 1 ? rows : s1)));
  } else {
    Matrix<T> copy(rows, cols);
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < cols; ++j) copy(i, j) = x.data<T>()[i * s0 + j * s1];
    use(RowMajor(copy.data(), rows, cols, Eigen::OuterStride<>(cols)));
  }
}

void check_row_major(const Tensor& out) {
  check(out.strides()[1] == 1 || out.size(1) == 1,
        "[mm] the result must be row-major: it is made by the op");
}

template <class T>
void product(const Tensor& out, const Tensor& a, const Tensor& b, bool accumulate) {
  if constexpr (std::is_same_v<T, float>) {
    check_row_major(out);
    const auto view = [](const Tensor& x) {
      return MatrixView{x.data<float>(), x.strides()[0], x.strides()[1]};
    };
    gemm(out.size(0), out.size(1), a.size(1), view(a), view(b), out.data<float>(), out.strides()[0],
         accumulate);
  } else if constexpr (std::is_same_v<T, BFloat16>) {
    const Matrix<float> lhs = dense<T>(a), rhs = dense<T>(b);
    Matrix<float> result(lhs.rows(), rhs.cols());
    gemm(lhs.rows(), rhs.cols(), lhs.cols(), {lhs.data(), lhs.cols(), 1},
         {rhs.data(), rhs.cols(), 1}, result.data(), rhs.cols(), false);
    if (accumulate) result += dense<T>(out);
    for (std::int64_t i = 0; i < result.rows(); ++i)
      for (std::int64_t j = 0; j < result.cols(); ++j)
        out.data<T>()[i * out.strides()[0] + j * out.strides()[1]] = static_cast<T>(result(i, j));
  } else {
    check_row_major(out);  // one accumulating product keeps the instantiations few
    Eigen::Map<Matrix<T>, 0, Eigen::OuterStride<>> target(out.data<T>(), out.size(0), out.size(1),
                                                          Eigen::OuterStride<>(out.strides()[0]));
    if (!accumulate) target.setZero();
    with_map<T>(a, [&](const auto& lhs) {
      with_map<T>(b, [&](const auto& rhs) { target.noalias() += lhs * rhs; });
    });
  }
}

}  // namespace

void fill(const Tensor& out, double value) {
  if (!has_values(out)) return;
  dispatch(out.dtype(), [&]<class T>() {
    const T element = static_cast<T>(value);
    for_each_row<1>(out.sizes(), {out.strides()},
                    [&](std::int64_t n, const auto& offset, const auto& stride) {
                      T* to = out.data<T>() + offset[0];
                      if (stride[0] == 1)
                        std::fill_n(to, n, element);
                      else
                        for (std::int64_t i = 0; i < n; ++i) to[i * stride[0]] = element;
                    });
  });
}

void copy(const Tensor& out, const Tensor& in) {
  if (!has_values(out, in)) return;
  dispatch(out.dtype(), [&]<class T>() { map_as<T>(out, [](auto value) { return value; }, in); });
}

void fill_random(const Tensor& out, std::uint64_t seed, std::uint64_t stream, std::uint64_t first,
                 Distribution distribution, double scale) {
  check(is_floating_point(out.dtype()), [&] {
    return "[fill_random] takes a floating tensor, got " + std::string(name(out.dtype()));
  });
  if (!has_values(out)) return;
  Random random(seed, stream);
  std::uint64_t index = first;
  // `draw` gives the element at `index` of its word.
  const auto fill_with = [&](const auto& draw) {
    dispatch_floating("fill_random", out.dtype(), [&]<class T>() {
      for_each_row<1>(out.sizes(), {out.strides()},
                      [&](std::int64_t n, const auto& offset, const auto& stride) {
                        T* to = out.data<T>() + offset[0];
                        while (n > 0) {
                          const auto words = random.words(index);
                          const auto count = std::min(n, static_cast<std::int64_t>(words.size()));
                          for (std::int64_t i = 0; i < count; ++i, ++index, to += stride[0])
                            *to = static_cast<T>(static_cast<ComputeType<T>>(
                                draw(words[static_cast<std::size_t>(i)])));
                          n -= count;
                        }
                      });
    });
  };
  switch (distribution) {
    case Distribution::uniform:
      return fill_with([&](std::uint32_t word) { return Random::uniform(word) * scale; });
    case Distribution::normal:
      return fill_with([&](std::uint32_t) { return random.normal(index) * scale; });
    case Distribution::bernoulli:
      return fill_with(
          [&](std::uint32_t word) { return Random::uniform01(word) < scale ? 1.0 : 0.0; });
  }
}

void matrix_product(const Tensor& out, const Tensor& a, const Tensor& b, bool accumulate) {
  if (!has_values(out, a, b)) return;
  dispatch_floating("mm", out.dtype(), [&]<class T>() { product<T>(out, a, b, accumulate); });
}

namespace {

template <class T>
double as_double(T value) {
  return static_cast<double>(static_cast<ComputeType<T>>(value));
}

/// Without gaps in several partial sums: one alone waits for each addition before.
template <class T>
double row_sum(std::int64_t n, const T* from, std::int64_t stride) {
  constexpr std::int64_t width = 16;
  double sum = 0;
  std::int64_t i = 0;
  if (stride == 1 && n >= width) {
    std::array<double, width> parts{};
    for (; i + width <= n; i += width)
      for (std::int64_t k = 0; k < width; ++k)
        parts[static_cast<std::size_t>(k)] += as_double(from[i + k]);
    for (const double part : parts) sum += part;
  }
  for (; i < n; ++i) sum += as_double(from[i * stride]);
  return sum;
}

template <class T>
void add_row(std::int64_t n, double* __restrict to, std::int64_t to_stride,
             const T* __restrict from, std::int64_t stride) {
  if (to_stride == 1 && stride == 1)
    for (std::int64_t i = 0; i < n; ++i) to[i] += as_double(from[i]);
  else
    for (std::int64_t i = 0; i < n; ++i) to[i * to_stride] += as_double(from[i * stride]);
}

/// How many strides the summed dimensions take once those that follow each other are merged.
std::size_t summed_runs(const Tensor& in, const Shape& kept) {
  std::vector<std::pair<std::int64_t, std::int64_t>> dims;  // stride, size
  for (std::size_t d = 0; d < kept.size(); ++d)
    if (kept[d] == 1 && in.sizes()[d] > 1) dims.emplace_back(in.strides()[d], in.sizes()[d]);
  std::sort(dims.begin(), dims.end());
  std::size_t runs = dims.empty() ? 0 : 1;
  for (std::size_t i = 1; i < dims.size(); ++i)
    if (dims[i].first != dims[i - 1].first * dims[i - 1].second) ++runs;
  return runs;
}

}  // namespace

Tensor sum_keepdim(const Tensor& in, const Shape& kept, MemoryCategory category) {
  const Tensor out = empty_like(in, kept, category);
  Tensor wide_out, wide_in;
  if (in.dtype() == Dtype::bfloat16 && summed_runs(in, kept) > 1) {
    wide_out = empty(kept, Dtype::float32, in.device(), MemoryCategory::temporary);
    wide_in = empty(in.sizes(), Dtype::float32, in.device(), MemoryCategory::temporary);
  }
  sum_over(out, in);
  wide_in = {};
  return out;
}

void sum_over(const Tensor& out, const Tensor& in) {
  if (!has_values(out)) return;
  if (in.numel() == 0) {  // the empty sum; such a tensor has no memory of its own
    fill(out, 0);
    return;
  }
  if (!has_values(in)) return;
  const Shape out_strides =
      broadcast_strides(out.sizes(), contiguous_strides(out.sizes()), in.sizes());
  Eigen::ArrayXd total = Eigen::ArrayXd::Zero(out.numel());
  dispatch(in.dtype(), [&]<class T>() {
    for_each_row<2>(in.sizes(), {in.strides(), out_strides},
                    [&](std::int64_t n, const auto& offset, const auto& stride) {
                      const T* from = in.data<T>() + offset[0];
                      double* to = total.data() + offset[1];
                      if (stride[1] == 0)
                        *to += row_sum(n, from, stride[0]);
                      else
                        add_row(n, to, stride[1], from, stride[0]);
                    });
  });
  std::int64_t next = 0;
  dispatch(out.dtype(), [&]<class T>() {
    for_each_row<1>(out.sizes(), {out.strides()},
                    [&](std::int64_t n, const auto& offset, const auto& stride) {
                      for (std::int64_t i = 0; i < n; ++i)
                        out.data<T>()[offset[0] + i * stride[0]] =
                            static_cast<T>(static_cast<ComputeType<T>>(total[next++]));
                    });
  });
}

}  // namespace tally
