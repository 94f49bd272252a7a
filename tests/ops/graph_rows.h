// Small graphs of several ops. A variable that is assigned again frees what it held, as in Python.
#pragma once

#include "tests/ops/op_calls.h"

namespace tally::detail {

template <class Tensor>
struct Graphs {
  using Tensors = std::vector<Tensor>;

  static Tensor residual(const Tensors& in) {
    Tensor h = relu(in[0]);
    Tensor y = linear(h, in[1]);
    h = add(h, y);
    return h;
  }

  static Tensor residual_swapped(const Tensors& in) {
    Tensor h = relu(in[0]);
    Tensor y = linear(h, in[1]);
    h = add(y, h);
    return h;
  }

  static Tensor three_users(const Tensors& in) {
    Tensor h = relu(in[0]);
    Tensor a = tanh(h);
    Tensor b = sigmoid(h);
    a = add(a, b);
    b = silu(h);
    a = add(a, b);
    return a;
  }

  static Tensor two_branches(const Tensors& in) {
    Tensor a = linear(in[0], in[1]);
    Tensor b = linear(in[0], in[2]);
    a = relu(a);
    b = sigmoid(b);
    a = mul(a, b);
    return a;
  }

  static Tensor leaf_used_twice(const Tensors& in) {
    Tensor a = relu(in[0]);
    Tensor b = sigmoid(in[0]);
    a = add(a, b);
    return a;
  }

  static Tensor shared_weight(const Tensors& in) {
    Tensor h = linear(in[0], in[1]);
    h = relu(h);
    h = linear(h, in[1]);
    return h;
  }

  static Tensor diamond(const Tensors& in) {
    Tensor a = tanh(in[0]);
    Tensor b = mul(a, a);
    Tensor c = neg(a);
    a = add(b, c);
    return a;
  }

  static Tensor chunk_branches(const Tensors& in) {
    Tensor h = relu(in[0]);
    const Tensors parts = chunk(h, 2);
    Tensor a = sigmoid(parts[0]);
    Tensor b = tanh(parts[1]);
    a = mul(a, b);
    return a;
  }

  static Tensor cat_branches(const Tensors& in) {
    Tensor a = relu(in[0]);
    Tensor b = tanh(in[1]);
    a = cat(std::vector{a, b}, 1);
    a = sigmoid(a);
    return a;
  }

  static Tensor squared_error(const Tensors& in) {
    Tensor h = linear(in[0], in[1]);
    h = sub(h, in[2]);
    h = pow(h, 2);
    return mean(h);
  }

  static Tensor mlp(const Tensors& in) {
    Tensor h = linear(in[0], in[1]);
    h = relu(h);
    h = linear(h, in[2]);
    h = relu(h);
    return h;
  }

  static Tensor mlp_bias(const Tensors& in) {
    Tensor h = linear(in[0], in[1], in[2]);
    h = gelu(h);
    h = linear(h, in[3], in[4]);
    return h;
  }

  static Tensor cast_linear(const Tensors& in) {
    Tensor a = to_dtype(in[0], Dtype::bfloat16);
    Tensor b = to_dtype(in[1], Dtype::bfloat16);
    a = linear(a, b);
    a = to_dtype(a, Dtype::float32);
    return a;
  }

  static Tensor dropout_between(const Tensors& in) {
    Tensor h = linear(in[0], in[1]);
    h = dropout(h, 0.5, true);
    h = linear(h, in[2]);
    return h;
  }

  static Tensor transposed_gradient(const Tensors& in) {
    Tensor a = transpose(in[0], 0, 1);
    a = mul(a, in[1]);
    return a;
  }

  static OpCall<Tensor> one(Tensor (*graph)(const Tensors&)) {
    return [graph](const Tensors& in) { return Tensors{graph(in)}; };
  }

  static const OpCalls<Tensor>& calls() {
    static const OpCalls<Tensor> rows{
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
    return rows;
  }
};

template <class T>
const OpCalls<T>& graph_calls() {
  return Graphs<T>::calls();
}

}  // namespace tally::detail
