// The rows of the op test table (op_calls.h). Included where it is instantiated, after the ops of
// the tensor.
#pragma once

#include <limits>
#include <stdexcept>

#include "tests/ops/graph_rows.h"
#include "tests/ops/model_rows.h"
#include "tests/ops/op_calls.h"

namespace tally {
namespace detail {

inline constexpr std::int64_t to_the_end = std::numeric_limits<std::int64_t>::max();

using Dims = std::vector<std::int64_t>;  // a braced list has no type

template <class T>
const OpCalls<T>& pointwise_calls() {
  using Tensors = std::vector<T>;
  static const OpCalls<T> calls{
      {"add", one([](const Tensors& in) { return add(in[0], in[1]); })},
      {"add.alpha2", one([](const Tensors& in) { return add(in[0], in[1], 2.0); })},
      {"add.alpha0.5", one([](const Tensors& in) { return add(in[0], in[1], 0.5); })},
      {"add.self", one([](const Tensors& in) { return add(in[0], in[0]); })},
      {"add.scalar", one([](const Tensors& in) { return add(in[0], 2.5); })},
      {"add.scalar_int", one([](const Tensors& in) { return add(in[0], 2); })},
      {"sub", one([](const Tensors& in) { return sub(in[0], in[1]); })},
      {"sub.alpha2", one([](const Tensors& in) { return sub(in[0], in[1], 2.0); })},
      {"sub.scalar", one([](const Tensors& in) { return sub(in[0], 2.5); })},
      {"mul", one([](const Tensors& in) { return mul(in[0], in[1]); })},
      {"mul.self", one([](const Tensors& in) { return mul(in[0], in[0]); })},
      {"mul.scalar", one([](const Tensors& in) { return mul(in[0], 2.5); })},
      {"mul.scalar_int", one([](const Tensors& in) { return mul(in[0], 3); })},
      {"div", one([](const Tensors& in) { return div(in[0], in[1]); })},
      {"div.scalar", one([](const Tensors& in) { return div(in[0], 2.5); })},
      {"div.scalar_int", one([](const Tensors& in) { return div(in[0], 4); })},
      {"neg", one([](const Tensors& in) { return neg(in[0]); })},
      {"pow.2", one([](const Tensors& in) { return pow(in[0], 2); })},
      {"pow.3", one([](const Tensors& in) { return pow(in[0], 3); })},
      {"pow.0.5", one([](const Tensors& in) { return pow(in[0], 0.5); })},
      {"pow.1", one([](const Tensors& in) { return pow(in[0], 1); })},
      {"pow.0", one([](const Tensors& in) { return pow(in[0], 0); })},
      {"pow.-1", one([](const Tensors& in) { return pow(in[0], -1); })},
      {"pow.2.5", one([](const Tensors& in) { return pow(in[0], 2.5); })},
      {"pow.tensor", one([](const Tensors& in) { return pow(in[0], in[1]); })},
  };
  return calls;
}

template <class T>
const OpCalls<T>& activation_calls() {
  using Tensors = std::vector<T>;
  static const OpCalls<T> calls{
      {"relu", one([](const Tensors& in) { return relu(in[0]); })},
      {"gelu.none", one([](const Tensors& in) { return gelu(in[0]); })},
      {"gelu.tanh", one([](const Tensors& in) { return gelu(in[0], "tanh"); })},
      {"silu", one([](const Tensors& in) { return silu(in[0]); })},
      {"sigmoid", one([](const Tensors& in) { return sigmoid(in[0]); })},
      {"tanh", one([](const Tensors& in) { return tanh(in[0]); })},
      {"dropout.train0.5", one([](const Tensors& in) { return dropout(in[0], 0.5, true); })},
      {"dropout.train0.1", one([](const Tensors& in) { return dropout(in[0], 0.1, true); })},
      {"dropout.train0", one([](const Tensors& in) { return dropout(in[0], 0.0, true); })},
      {"dropout.train1", one([](const Tensors& in) { return dropout(in[0], 1.0, true); })},
      {"dropout.eval0.5", one([](const Tensors& in) { return dropout(in[0], 0.5, false); })},
  };
  return calls;
}

template <class T>
const OpCalls<T>& matmul_calls() {
  using Tensors = std::vector<T>;
  static const OpCalls<T> calls{
      {"mm", one([](const Tensors& in) { return mm(in[0], in[1]); })},
      {"mm.self", one([](const Tensors& in) { return mm(in[0], in[0]); })},
      {"matmul", one([](const Tensors& in) { return matmul(in[0], in[1]); })},
      {"linear", one([](const Tensors& in) { return linear(in[0], in[1]); })},
      {"linear.bias", one([](const Tensors& in) { return linear(in[0], in[1], in[2]); })},
  };
  return calls;
}

template <class T>
const OpCalls<T>& reduction_calls() {
  using Tensors = std::vector<T>;
  static const OpCalls<T> calls{
      {"sum", one([](const Tensors& in) { return sum(in[0]); })},
      {"sum.dim0", one([](const Tensors& in) { return sum(in[0], Dims{0}); })},
      {"sum.dim-1_keepdim", one([](const Tensors& in) { return sum(in[0], Dims{-1}, true); })},
      {"sum.dims0,1", one([](const Tensors& in) { return sum(in[0], Dims{0, 1}); })},
      {"sum.dims0,2", one([](const Tensors& in) { return sum(in[0], Dims{0, 2}); })},
      {"mean", one([](const Tensors& in) { return mean(in[0]); })},
      {"mean.dim0", one([](const Tensors& in) { return mean(in[0], Dims{0}); })},
      {"mean.dim-1_keepdim", one([](const Tensors& in) { return mean(in[0], Dims{-1}, true); })},
      {"mean.dims0,2", one([](const Tensors& in) { return mean(in[0], Dims{0, 2}); })},
      {"mse_loss.mean", one([](const Tensors& in) { return mse_loss(in[0], in[1]); })},
      {"mse_loss.sum",
       one([](const Tensors& in) { return mse_loss(in[0], in[1], Reduction::Sum); })},
      {"mse_loss.none",
       one([](const Tensors& in) { return mse_loss(in[0], in[1], Reduction::None); })},
  };
  return calls;
}

template <class T>
const OpCalls<T>& shape_calls() {
  using Tensors = std::vector<T>;
  static const OpCalls<T> calls{
      {"transpose.0,1", one([](const Tensors& in) { return transpose(in[0], 0, 1); })},
      {"transpose.1,-1", one([](const Tensors& in) { return transpose(in[0], 1, -1); })},
      {"t", one([](const Tensors& in) { return t(in[0]); })},
      {"view.12", one([](const Tensors& in) { return in[0].view({12}); })},
      {"view.2,-1", one([](const Tensors& in) { return in[0].view({2, -1}); })},
      {"reshape.2,6", one([](const Tensors& in) { return reshape(in[0], {2, 6}); })},
      {"reshape.same", one([](const Tensors& in) { return reshape(in[0], in[0].sizes()); })},
      {"expand.4,3", one([](const Tensors& in) { return in[0].expand({4, 3}); })},
      {"expand.2,-1,3", one([](const Tensors& in) { return in[0].expand({2, -1, 3}); })},
      {"contiguous", one([](const Tensors& in) { return in[0].contiguous(); })},
      {"clone", one([](const Tensors& in) { return clone(in[0]); })},
      {"slice.0,1,3", one([](const Tensors& in) { return slice(in[0], 0, 1, 3); })},
      {"slice.1,0,3,2", one([](const Tensors& in) { return slice(in[0], 1, 0, 3, 2); })},
      {"slice.0,-2", one([](const Tensors& in) { return slice(in[0], 0, -2, to_the_end); })},
      {"chunk.2", [](const Tensors& in) { return chunk(in[0], 2); }},
      {"chunk.3", [](const Tensors& in) { return chunk(in[0], 3); }},
      {"chunk.4", [](const Tensors& in) { return chunk(in[0], 4); }},
      {"chunk.2,1", [](const Tensors& in) { return chunk(in[0], 2, 1); }},
      {"chunk.2[1]", one([](const Tensors& in) { return chunk(in[0], 2)[1]; })},
      {"split.2", [](const Tensors& in) { return split(in[0], 2); }},
      {"split.3", [](const Tensors& in) { return split(in[0], 3); }},
      {"split.3[0]", one([](const Tensors& in) { return split(in[0], 3)[0]; })},
      {"split.sizes1,3", [](const Tensors& in) { return split_with_sizes(in[0], Dims{1, 3}); }},
      {"split.sizes1,2,dim1",
       [](const Tensors& in) { return split_with_sizes(in[0], Dims{1, 2}, 1); }},
      {"cat.0", one([](const Tensors& in) { return cat(in, 0); })},
      {"cat.1", one([](const Tensors& in) { return cat(in, 1); })},
      {"cat.-1", one([](const Tensors& in) { return cat(in, -1); })},
      {"to.float32", one([](const Tensors& in) { return to_dtype(in[0], Dtype::float32); })},
      {"to.float64", one([](const Tensors& in) { return to_dtype(in[0], Dtype::float64); })},
      {"to.bfloat16", one([](const Tensors& in) { return to_dtype(in[0], Dtype::bfloat16); })},
  };
  return calls;
}

}  // namespace detail

template <class T>
const OpCalls<T>& calls_of(const std::string& family) {
  using namespace detail;
  if (family == "pointwise") return pointwise_calls<T>();
  if (family == "activation") return activation_calls<T>();
  if (family == "matmul") return matmul_calls<T>();
  if (family == "reduction") return reduction_calls<T>();
  if (family == "shape") return shape_calls<T>();
  if (family == "graph") return graph_calls<T>();
  if (family == "softmax") return softmax_calls<T>();
  if (family == "normalization") return normalization_calls<T>();
  if (family == "embedding") return embedding_calls<T>();
  if (family == "loss") return loss_calls<T>();
  if (family == "attention") return attention_calls<T>();
  if (family == "indexing") return indexing_calls<T>();
  if (family == "reshaping") return reshaping_calls<T>();
  if (family == "elementwise") return elementwise_calls<T>();
  throw std::runtime_error("no op family " + family);
}

}  // namespace tally
