// Small graphs of several ops. A variable that is assigned again frees what it held, as in Python.
#include "tests/ops/op_calls.h"

namespace tally {
namespace {

Tensor residual(const Tensors& in) {
  Tensor h = relu(in[0]);
  Tensor y = linear(h, in[1]);
  h = add(h, y);
  return h;
}

Tensor residual_swapped(const Tensors& in) {
  Tensor h = relu(in[0]);
  Tensor y = linear(h, in[1]);
  h = add(y, h);
  return h;
}

Tensor three_users(const Tensors& in) {
  Tensor h = relu(in[0]);
  Tensor a = tanh(h);
  Tensor b = sigmoid(h);
  a = add(a, b);
  b = silu(h);
  a = add(a, b);
  return a;
}

Tensor two_branches(const Tensors& in) {
  Tensor a = linear(in[0], in[1]);
  Tensor b = linear(in[0], in[2]);
  a = relu(a);
  b = sigmoid(b);
  a = mul(a, b);
  return a;
}

Tensor leaf_used_twice(const Tensors& in) {
  Tensor a = relu(in[0]);
  Tensor b = sigmoid(in[0]);
  a = add(a, b);
  return a;
}

Tensor shared_weight(const Tensors& in) {
  Tensor h = linear(in[0], in[1]);
  h = relu(h);
  h = linear(h, in[1]);
  return h;
}

Tensor diamond(const Tensors& in) {
  Tensor a = tanh(in[0]);
  Tensor b = mul(a, a);
  Tensor c = neg(a);
  a = add(b, c);
  return a;
}

Tensor chunk_branches(const Tensors& in) {
  Tensor h = relu(in[0]);
  const Tensors parts = chunk(h, 2);
  Tensor a = sigmoid(parts[0]);
  Tensor b = tanh(parts[1]);
  a = mul(a, b);
  return a;
}

Tensor cat_branches(const Tensors& in) {
  Tensor a = relu(in[0]);
  Tensor b = tanh(in[1]);
  a = cat({a, b}, 1);
  a = sigmoid(a);
  return a;
}

Tensor squared_error(const Tensors& in) {
  Tensor h = linear(in[0], in[1]);
  h = sub(h, in[2]);
  h = pow(h, 2);
  return mean(h);
}

Tensor mlp(const Tensors& in) {
  Tensor h = linear(in[0], in[1]);
  h = relu(h);
  h = linear(h, in[2]);
  h = relu(h);
  return h;
}

Tensor mlp_bias(const Tensors& in) {
  Tensor h = linear(in[0], in[1], in[2]);
  h = gelu(h);
  h = linear(h, in[3], in[4]);
  return h;
}

Tensor cast_linear(const Tensors& in) {
  Tensor a = in[0].to(Dtype::bfloat16);
  Tensor b = in[1].to(Dtype::bfloat16);
  a = linear(a, b);
  a = a.to(Dtype::float32);
  return a;
}

Tensor dropout_between(const Tensors& in) {
  Tensor h = linear(in[0], in[1]);
  h = dropout(h, 0.5, true);
  h = linear(h, in[2]);
  return h;
}

Tensor transposed_gradient(const Tensors& in) {
  Tensor a = transpose(in[0], 0, 1);
  a = mul(a, in[1]);
  return a;
}

OpCall one(Tensor (*graph)(const Tensors&)) {
  return [graph](const Tensors& in) { return Tensors{graph(in)}; };
}

}  // namespace

const OpCalls& graph_calls() {
  static const OpCalls calls{
      {"graph.residual", one(residual)},
      {"graph.residual_swapped", one(residual_swapped)},
      {"graph.three_users", one(three_users)},
      {"graph.two_branches", one(two_branches)},
      {"graph.leaf_used_twice", one(leaf_used_twice)},
      {"graph.shared_weight", one(shared_weight)},
      {"graph.diamond", one(diamond)},
      {"graph.chunk_branches", one(chunk_branches)},
      {"graph.cat_branches", one(cat_branches)},
      {"graph.squared_error", one(squared_error)},
      {"graph.mlp", one(mlp)},
      {"graph.mlp_bias", one(mlp_bias)},
      {"graph.cast_linear", one(cast_linear)},
      {"graph.dropout_between", one(dropout_between)},
      {"graph.transposed_gradient", one(transposed_gradient)},
  };
  return calls;
}

}  // namespace tally
