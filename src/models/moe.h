// A feed-forward part of many experts, of which a router gives each token a few: Mixtral and
// Qwen3-MoE, an expert after the other as the modeling files of transformers 4.51 run it. Later
// ones pass over experts that no token takes. Shapes: T tokens, D width, E experts, n experts per
// token.
//
// How many tokens an expert takes is in the router's values. Where there are none, on meta, the
// caller says (ops/nonzero.h).
#pragma once

#include <tuple>
#include <vector>

#include "core/dtype.h"
#include "nn/gated_mlp.h"
#include "nn/linear.h"
#include "nn/projection.h"

namespace tally {

/// One expert of Mixtral: a GatedMlp by other names.
template <TensorLike T>
struct MixtralExpert {
  using Tensor = T;
  Projection<T> w1;  // gate
  Projection<T> w2;  // down
  Projection<T> w3;  // up
  Activation activation = Activation::silu;

  T operator()(const T& x) const {
    T h = w1(x);
    h = activate(activation, h);
    {
      const T up = w3(x);
      h = mul(h, up);
    }
    return w2(h);
  }

  static constexpr auto fields() {
    return std::tuple{Field{"w1", &MixtralExpert::w1}, Field{"w2", &MixtralExpert::w2},
                      Field{"w3", &MixtralExpert::w3}};
  }
};

template <TensorLike T, class Expert>
struct SparseMoe {
  using Tensor = T;
  Linear<T> gate;  // the router: (E, D)
  std::vector<Expert> experts;
  std::int64_t num_experts_per_tok = 2;
  bool norm_topk_prob = true;

  T operator()(const T& x_BSD) const {
    // Declared in the reverse of the order in which a Python function lets go of them.
    T share, y, x;
    std::vector<T> hit;  // which of the n, and which token
    T hits_EnT, out_TD, chosen_Tn, share_Tn;
    const T x_TD = x_BSD.view({-1, x_BSD.size(-1)});
    const T router = gate(x_TD);
    share_Tn = softmax(router, 1, Dtype::float32);
    std::tie(share_Tn, chosen_Tn) = topk(share_Tn, num_experts_per_tok, -1);
    if (norm_topk_prob) {
      const T total = sum(share_Tn, std::vector<std::int64_t>{-1}, true);
      share_Tn = div(share_Tn, total);
    }
    share_Tn = cast_like(share_Tn, x_TD);
    out_TD = zeros_like(x_TD);
    const auto count = static_cast<std::int64_t>(experts.size());
    hits_EnT = permute(one_hot(chosen_Tn, count), std::vector<std::int64_t>{2, 1, 0});
    for (std::int64_t e = 0; e < count; ++e) {
      hit = where(select(hits_EnT, 0, e));
      x = x_TD.index({hit[1]});
      y = experts[static_cast<std::size_t>(e)](x);
      share = unsqueeze(share_Tn.index({hit[1], hit[0]}), -1);
      y = mul(y, share);
      y = cast_like(y, x_TD);
      out_TD.index_add_(0, hit[1], y);
    }
    return out_TD.view({x_BSD.size(0), x_BSD.size(1), -1});
  }

  static constexpr auto fields() {
    return std::tuple{Field{"gate", &SparseMoe::gate}, Field{"experts", &SparseMoe::experts}};
  }
};

}  // namespace tally
