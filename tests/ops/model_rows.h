// The rows of the op test table for the ops that models bring (tests/golden/model_calls.py).
#pragma once

#include <limits>
#include <tuple>

#include "tests/ops/op_calls.h"

namespace tally::detail {

template <class T>
const OpCalls<T>& softmax_calls() {
  using Tensors = std::vector<T>;
  static const OpCalls<T> calls{
      {"softmax.-1", one([](const Tensors& in) { return softmax(in[0], -1); })},
      {"softmax.0", one([](const Tensors& in) { return softmax(in[0], 0); })},
      {"softmax.1", one([](const Tensors& in) { return softmax(in[0], 1); })},
      {"softmax.-1,float32",
       one([](const Tensors& in) { return softmax(in[0], -1, Dtype::float32); })},
      {"log_softmax.-1", one([](const Tensors& in) { return log_softmax(in[0], -1); })},
      {"log_softmax.0", one([](const Tensors& in) { return log_softmax(in[0], 0); })},
      {"log_softmax.1", one([](const Tensors& in) { return log_softmax(in[0], 1); })},
      {"log_softmax.-1,float32",
       one([](const Tensors& in) { return log_softmax(in[0], -1, Dtype::float32); })},
  };
  return calls;
}

template <class T>
const OpCalls<T>& normalization_calls() {
  using Tensors = std::vector<T>;
  const auto last = [](const T& x, std::int64_t dims) {  // the last sizes
    return Shape(x.sizes().end() - dims, x.sizes().end());
  };
  static const OpCalls<T> calls{
      {"layer_norm", one([=](const Tensors& in) { return layer_norm(in[0], last(in[0], 1)); })},
      {"layer_norm.weight",
       one([=](const Tensors& in) { return layer_norm(in[0], last(in[0], 1), in[1]); })},
      {"layer_norm.bias",
       one([=](const Tensors& in) { return layer_norm(in[0], last(in[0], 1), in[1], in[2]); })},
      {"layer_norm.two_dims",
       one([=](const Tensors& in) { return layer_norm(in[0], last(in[0], 2), in[1], in[2]); })},
      {"layer_norm.eps", one([=](const Tensors& in) {
         return layer_norm(in[0], last(in[0], 1), in[1], in[2], 0.1);
       })},
      {"rms_norm", one([=](const Tensors& in) { return rms_norm(in[0], last(in[0], 1)); })},
      {"rms_norm.weight",
       one([=](const Tensors& in) { return rms_norm(in[0], last(in[0], 1), in[1]); })},
      {"rms_norm.eps",
       one([=](const Tensors& in) { return rms_norm(in[0], last(in[0], 1), in[1], 1e-6); })},
      {"rms_norm.two_dims",
       one([=](const Tensors& in) { return rms_norm(in[0], last(in[0], 2), in[1], 1e-6); })},
  };
  return calls;
}

template <class T>
const OpCalls<T>& embedding_calls() {
  using Tensors = std::vector<T>;
  static const OpCalls<T> calls{
      {"embedding", one([](const Tensors& in) { return embedding(in[0], in[1]); })},
      {"embedding.padding", one([](const Tensors& in) { return embedding(in[0], in[1], 2); })},
  };
  return calls;
}

template <class T>
const OpCalls<T>& loss_calls() {
  using Tensors = std::vector<T>;
  const auto nll = [](std::int64_t reduction, std::int64_t ignored = -100) {
    return one([=](const Tensors& in) {
      return nll_loss(in[0], in[1], in.size() > 2 ? in[2] : T(), reduction, ignored);
    });
  };
  const auto entropy = [](std::int64_t reduction, std::int64_t ignored = -100) {
    return one([=](const Tensors& in) {
      return cross_entropy_loss(in[0], in[1], in.size() > 2 ? in[2] : T(), reduction, ignored);
    });
  };
  static const OpCalls<T> calls{
      {"nll_loss.mean", nll(Reduction::Mean)},
      {"nll_loss.sum", nll(Reduction::Sum)},
      {"nll_loss.none", nll(Reduction::None)},
      {"nll_loss.ignore", nll(Reduction::Mean, 2)},
      {"nll_loss.weight", nll(Reduction::Mean)},
      {"nll_loss.weight_sum", nll(Reduction::Sum)},
      {"nll_loss.weight_none", nll(Reduction::None)},
      {"cross_entropy_loss.mean", entropy(Reduction::Mean)},
      {"cross_entropy_loss.sum", entropy(Reduction::Sum)},
      {"cross_entropy_loss.none", entropy(Reduction::None)},
      {"cross_entropy_loss.ignore", entropy(Reduction::Mean, 2)},
      {"cross_entropy_loss.weight", entropy(Reduction::Mean)},
      {"cross_entropy_loss.float32", one([](const Tensors& in) {
         return cross_entropy_loss(to_dtype(in[0], Dtype::float32), in[1]);
       })},
  };
  return calls;
}

template <class T>
void add_attention_rows(OpCalls<T>& calls, const std::string& name, AttentionKernel kernel) {
  using Tensors = std::vector<T>;
  const auto row = [&](const char* option, auto call) {
    calls[name + option] = one([=](const Tensors& in) {
      const auto scope = kernels(in[0], {.attention = kernel});
      return call(in);
    });
  };
  const auto attend = [](const Tensors& in, bool causal, std::optional<double> scale, bool gqa) {
    return scaled_dot_product_attention(in[0], in[1], in[2], in.size() > 3 ? in[3] : T(), 0.0,
                                        causal, scale, gqa);
  };
  row("", [=](const Tensors& in) { return attend(in, false, {}, false); });
  row(".causal", [=](const Tensors& in) { return attend(in, true, {}, false); });
  row(".scale", [=](const Tensors& in) { return attend(in, false, 0.3, false); });
  row(".causal_scale", [=](const Tensors& in) { return attend(in, true, 0.3, false); });
  row(".mask", [=](const Tensors& in) { return attend(in, false, {}, false); });
  row(".gqa", [=](const Tensors& in) { return attend(in, false, {}, true); });
  row(".gqa_causal", [=](const Tensors& in) { return attend(in, true, {}, true); });
  row(".packed", [=](const Tensors& in) {
    const std::int64_t batch = in[0].size(0), length = in[0].size(1), width = in[0].size(2) / 3;
    Tensors heads;
    {
      const Tensors parts = split(in[0], width, -1);
      for (const T& part : parts)
        heads.push_back(transpose(part.view({batch, length, 2, width / 2}), 1, 2));
    }
    return transpose(attend(heads, true, {}, false), 1, 2).reshape({batch, length, width});
  });
}

template <class T>
const OpCalls<T>& attention_calls() {
  using Tensors = std::vector<T>;
  static const OpCalls<T> calls = [] {
    OpCalls<T> rows;
    add_attention_rows(rows, "sdpa", AttentionKernel::cpu);
    add_attention_rows(rows, "sdpa_math", AttentionKernel::math);
    rows["sdpa_math.dropout"] = one([](const Tensors& in) {
      return scaled_dot_product_attention(in[0], in[1], in[2], T(), 0.5);
    });
    return rows;
  }();
  return calls;
}

template <class T>
const OpCalls<T>& indexing_calls() {
  using Tensors = std::vector<T>;
  const auto pair = [](const auto& both) { return Tensors{std::get<0>(both), std::get<1>(both)}; };
  static const OpCalls<T> calls{
      {"index_select.0", one([](const Tensors& in) { return index_select(in[0], 0, in[1]); })},
      {"index_select.1", one([](const Tensors& in) { return index_select(in[0], 1, in[1]); })},
      {"index_add.0", one([](const Tensors& in) { return index_add(in[0], 0, in[1], in[2]); })},
      {"index_add_.0", one([](const Tensors& in) {
         T x = clone(in[0]);
         x.index_add_(0, in[1], in[2]);
         return x;
       })},
      {"index", one([](const Tensors& in) { return in[0].index({in[1]}); })},
      {"index.none", one([](const Tensors& in) { return in[0].index({T(), in[1]}); })},
      {"index.two", one([](const Tensors& in) { return in[0].index({in[1], in[2]}); })},
      {"gather.0", one([](const Tensors& in) { return gather(in[0], 0, in[1]); })},
      {"gather.-1", one([](const Tensors& in) { return gather(in[0], -1, in[1]); })},
      {"scatter.-1", one([](const Tensors& in) { return scatter(in[0], -1, in[1], in[2]); })},
      {"scatter.value", one([](const Tensors& in) { return scatter(in[0], -1, in[1], 0.5); })},
      {"topk.2", [=](const Tensors& in) { return pair(topk(in[0], 2)); }},
      {"topk.2,0", [=](const Tensors& in) { return pair(topk(in[0], 2, 0)); }},
      {"topk.1_smallest", [=](const Tensors& in) { return pair(topk(in[0], 1, -1, false)); }},
      {"one_hot.5", one([](const Tensors& in) { return one_hot(in[0], 5); })},
      {"nonzero", one([](const Tensors& in) { return nonzero(in[0]); })},
      {"where.condition", [](const Tensors& in) { return where(in[0]); }},
      {"where", one([](const Tensors& in) { return where(in[0], in[1], in[2]); })},
      {"masked_fill", one([](const Tensors& in) { return masked_fill(in[0], in[1], -2.5); })},
      {"masked_fill.-inf", one([](const Tensors& in) {
         return softmax(masked_fill(in[0], in[1], -std::numeric_limits<double>::infinity()), -1);
       })},
      {"tril", one([](const Tensors& in) { return tril(in[0]); })},
      {"tril.1", one([](const Tensors& in) { return tril(in[0], 1); })},
  };
  return calls;
}

template <class T>
const OpCalls<T>& reshaping_calls() {
  using Tensors = std::vector<T>;
  static const OpCalls<T> calls{
      {"permute.2,0,1", one([](const Tensors& in) { return permute(in[0], Shape{2, 0, 1}); })},
      {"permute.0,2,-2", one([](const Tensors& in) { return permute(in[0], Shape{0, 2, -2}); })},
      {"select.0,1", one([](const Tensors& in) { return select(in[0], 0, 1); })},
      {"select.1,-1", one([](const Tensors& in) { return select(in[0], 1, -1); })},
      {"unbind.0", [](const Tensors& in) { return unbind(in[0], 0); }},
      {"unbind.1", [](const Tensors& in) { return unbind(in[0], 1); }},
      {"unbind.0[1]", one([](const Tensors& in) { return unbind(in[0], 0)[1]; })},
      {"stack.0", one([](const Tensors& in) { return stack(in, 0); })},
      {"stack.-1", one([](const Tensors& in) { return stack(in, -1); })},
      {"flatten", one([](const Tensors& in) { return flatten(in[0]); })},
      {"flatten.1", one([](const Tensors& in) { return flatten(in[0], 1); })},
      {"flatten.0,1", one([](const Tensors& in) { return flatten(in[0], 0, 1); })},
      {"zeros_like", one([](const Tensors& in) { return zeros_like(in[0]); })},
      {"repeat_interleave.2,1",
       one([](const Tensors& in) { return repeat_interleave(in[0], 2, 1); })},
      {"repeat_interleave.3,0",
       one([](const Tensors& in) { return repeat_interleave(in[0], 3, 0); })},
  };
  return calls;
}

template <class T>
const OpCalls<T>& elementwise_calls() {
  using Tensors = std::vector<T>;
  static const OpCalls<T> calls{
      {"rsqrt", one([](const Tensors& in) { return rsqrt(in[0]); })},
      {"exp", one([](const Tensors& in) { return exp(in[0]); })},
      {"cos", one([](const Tensors& in) { return cos(in[0]); })},
      {"sin", one([](const Tensors& in) { return sin(in[0]); })},
  };
  return calls;
}

}  // namespace tally::detail
