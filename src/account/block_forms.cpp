#include "account/block_forms.h"

namespace tally {
namespace {

using Factor = ClosedSum::Factor;

/// Of an activation its result is kept for backward, and not its input (nn/activation.h).
bool keeps_result(Activation activation) {
  return activation == Activation::relu || activation == Activation::sigmoid ||
         activation == Activation::tanh;
}

/// What a kernel of CUDA's keeps beside its inputs and its result: logsumexp, and what pads the
/// memory-efficient kernel's rows of it to a multiple of 32.
void add_logsumexp(ClosedSum& sum, const BlockSizes& z, bool efficient) {
  const std::int64_t padding = efficient ? (32 - z.s.value % 32) % 32 : 0;
  sum.add({count(4), z.T, z.a});
  if (padding > 0) sum.add({count(4 * z.b.value * z.a.value * padding)});
}

/// What dropout keeps of each element of `bytes` beside its result: CUDA's mask of a byte, or the
/// noise that CPU's composition multiplies by.
Factor mask_of(const TrainingConfig& config, Factor bytes) {
  return config.kernels.dropout == DropoutKernel::native ? count(1) : bytes;
}

/// The projections of a block, whose inputs are kept where they train or have an adapter.
class LlamaBlock {
 public:
  LlamaBlock(const TrainingConfig& config, const LlamaConfig& model, std::int64_t index)
      : config_(config),
        c_(model),
        z_(sizes_of(config)),
        eager_norm_(config.profile.norm == NormForm::eager),
        adapters_(config.profile.lora.rank > 0),
        all_linear_(config.profile.lora.all_linear),
        rank_{"r", config.profile.lora.rank},
        windowed_(c_.has_window(index) && c_.sliding_window < config.sequence),
        sparse_(c_.has_experts(index)) {}

  ClosedSum keeps() {
    const bool kept = !adapters_ || all_linear_;  // what a projection takes that is not q's or v's
    norm(z_.h, count(1));
    sum_.add({z_.e, z_.T, z_.h});
    if (c_.qk_norm) {
      norm(z_.n, z_.a);
      norm(z_.k, z_.kv);
    }
    attention(kept);
    if (c_.post_norms) norm(z_.h, count(1));
    norm(z_.h, count(1));
    if (!adapters_ || (all_linear_ && !sparse_)) sum_.add({z_.e, z_.T, z_.h});
    if (sparse_)
      experts(kept);
    else
      feed_forward(count(1), z_.f, kept);
    if (c_.post_norms) norm(z_.h, count(1));
    adapters();
    return sum_;
  }

 private:
  /// RMSNorm over rows of `width`, `rows` a token. Op by op: x in float32, and x_hat: rounded where
  /// the weight's gradient takes it, or (Gemma) in float32 beside 1 + weight. Fused: x. And a
  /// float32 a row.
  void norm(Factor width, Factor rows) {
    const bool gemma = c_.norm == RmsNormForm::gemma;
    const Factor weight = rows.value == 1 ? width : Factor{"d", c_.head_dim};
    if (!eager_norm_) {
      sum_.add({z_.e, z_.T, width});
      if (gemma) sum_.add({z_.e, weight});
    } else {
      sum_.add({count(4), z_.T, width});
      if (!adapters_) sum_.add({gemma ? count(4) : z_.e, z_.T, width});
      if (gemma) sum_.add({count(4), weight});
    }
    if (rows.symbol.empty())
      sum_.add({count(4), z_.T});
    else
      sum_.add({count(4), z_.T, rows});
  }

  void square(Factor bytes) { sum_.add({bytes, z_.a, z_.s, z_.s, z_.b}); }

  /// Values as they come of one projection for all three: up to the end of its last row.
  void values(bool of_one_projection) {
    if (!of_one_projection) {
      sum_.add({z_.e, z_.T, z_.k});
      return;
    }
    sum_.add({z_.e, z_.T, z_.n}).add({count(2), z_.e, z_.T, z_.k});
    sum_.add({count(-1), z_.e, z_.n}).add({count(-1), z_.e, z_.k});
  }

  void attention(bool output_kept) {
    const bool eager = config_.profile.attention == AttentionForm::eager;
    const bool efficient = config_.kernels.attention == AttentionKernel::efficient;
    const bool flash =
        !eager && !windowed_ && (config_.kernels.attention == AttentionKernel::flash || efficient);
    if (config_.recompute_attention || flash) {
      sum_.add({z_.e, z_.T, z_.n}).add({z_.e, z_.T, z_.k});
      values(c_.fused_projections);
      if (flash && !config_.recompute_attention) {
        sum_.add({z_.e, z_.T, z_.n});
        add_logsumexp(sum_, z_, efficient);
      } else if (output_kept) {
        sum_.add({z_.e, z_.T, z_.n});
      }
      return;
    }
    // Queries, keys and values of every head; PyTorch's composition has them in float32. Of one
    // sequence the product takes as they are: one head of keys for all, values as projected.
    const Factor bytes = eager ? z_.e : count(4);
    const bool one_sequence = z_.b.value == 1, one_head = one_sequence && eager && z_.kv.value == 1;
    const bool as_projected = c_.fused_projections && z_.n.value == z_.k.value &&
                              bytes.value == z_.e.value && one_sequence;
    sum_.add({count(one_head ? 1 : as_projected ? 2 : 3), bytes, z_.T, z_.n});
    if (one_head) sum_.add({count(2), bytes, z_.T, z_.k});
    if (as_projected) values(true);
    if (output_kept) sum_.add({z_.e, z_.T, z_.n});
    if (eager && c_.attn_logit_softcapping > 0) square(z_.e);
    square(count(4));
    const bool drops = c_.attention_dropout > 0;
    if (drops) square(mask_of(config_, bytes));
    // Values are multiplied by softmax's result itself where nothing comes between.
    if (drops || (eager && z_.e.value == 2)) square(bytes);
  }

  /// Gate, its activation, up and their product: `each` times a token.
  void feed_forward(Factor each, Factor width, bool product_kept) {
    const Factor tensors = count(4 - keeps_result(c_.hidden_act) - !product_kept);
    if (each.symbol.empty())
      sum_.add({tensors, z_.e, z_.T, width});
    else
      sum_.add({tensors, z_.e, z_.T, each, width});
  }

  /// The router and what each token's experts keep: K of them a token, however they share tokens.
  void experts(bool inputs_kept) {
    const Factor k{"K", c_.moe->num_experts_per_tok}, e{"E", c_.moe->num_experts},
        g{"g", c_.moe->moe_intermediate_size};
    sum_.add({count(4), z_.T, e}).add({count(8), z_.T, k});  // probabilities, and who was chosen
    if (c_.moe->norm_topk_prob) sum_.add({count(4), z_.T, k}).add({count(4), z_.T});
    sum_.add({count(16), z_.T, k});  // which token, and its which choice
    feed_forward(k, g, inputs_kept);
    // What an expert takes; what it gives, and that times its share; the share.
    sum_.add({count(inputs_kept ? 3 : 2), z_.e, z_.T, k, z_.h}).add({z_.e, z_.T, k});
  }

  /// x A^T of every projection beside which an adapter stands.
  void adapters() {
    if (!adapters_) return;
    const bool fused = c_.fused_projections;
    if (!all_linear_) {
      sum_.add({count(fused ? 1 : 2), z_.e, z_.T, rank_});
      return;
    }
    const std::int64_t of_attention = fused ? 2 : 4;
    if (sparse_) {
      sum_.add({count(of_attention), z_.e, z_.T, rank_});
      sum_.add({count(fused && c_.qk_norm ? 2 : 3),
                z_.e,
                z_.T,
                {"K", c_.moe->num_experts_per_tok},
                rank_});
    } else {
      sum_.add({count(of_attention + (fused ? 2 : 3)), z_.e, z_.T, rank_});
    }
  }

  const TrainingConfig& config_;
  const LlamaConfig& c_;
  const BlockSizes z_;
  const bool eager_norm_, adapters_, all_linear_;
  const Factor rank_;
  const bool windowed_, sparse_;
  ClosedSum sum_;
};

ClosedSum gpt2_block(const TrainingConfig& config, const Gpt2Config& c) {
  const BlockSizes z = sizes_of(config);
  ClosedSum sum;
  const bool eager = config.profile.attention == AttentionForm::eager;
  const bool efficient = config.kernels.attention == AttentionKernel::efficient;
  const bool composed = !eager && config.kernels.attention != AttentionKernel::flash &&
                        !efficient && !config.recompute_attention;
  // Both norms: input, output, mean and rstd. What is made of queries, keys, values; these.
  sum.add({count(5), z.e, z.T, z.h}).add({count(16), z.T});
  if (!composed) {
    sum.add({count(3), z.e, z.T, z.h});
  } else {  // in float32; values of one sequence as they were projected, to the end of a row
    const bool as_projected = z.e.value == 4 && z.b.value == 1;
    sum.add({count(as_projected ? 5 : 3), count(4), z.T, z.h});
    if (as_projected) sum.add({count(-2), z.e, z.h});
  }
  const Factor bytes = composed ? count(4) : z.e;
  if (config.recompute_attention) {
    // The core of attention is made again.
  } else if (eager || composed) {
    sum.add({bytes, z.a, z.s, z.s, z.b});
    if (c.attn_pdrop > 0)
      sum.add({mask_of(config, bytes), z.a, z.s, z.s, z.b}).add({bytes, z.a, z.s, z.s, z.b});
  } else {
    add_logsumexp(sum, z, efficient);
  }
  if (c.resid_pdrop > 0 && config.kernels.dropout == DropoutKernel::native)
    sum.add({count(2), z.T, z.h});
  else if (c.resid_pdrop > 0)
    sum.add({count(2), z.e, z.T, z.h});
  const bool op_by_op = config.profile.activation == ActivationForm::eager &&
                        c.activation_function == Activation::gelu_tanh;
  sum.add({count(op_by_op ? 5 : keeps_result(c.activation_function) ? 1 : 2), z.e, z.T, z.f});
  return sum;
}

}  // namespace

BlockSizes sizes_of(const TrainingConfig& config) {
  BlockSizes z{.e = {"e", itemsize(config.regime.parameter).count},
               .T = {"T", config.batch * config.sequence},
               .h = {},
               .f = {},
               .a = {},
               .n = {},
               .k = {},
               .kv = {},
               .s = {"s", config.sequence},
               .b = {"b", config.batch},
               .V = {}};
  if (const auto* gpt2 = std::get_if<Gpt2Config>(&config.model)) {
    z.h = {"h", gpt2->n_embd};
    z.f = {"f", gpt2->inner()};
    z.a = {"a", gpt2->n_head};
    z.V = {"V", gpt2->vocab_size};
    return z;
  }
  const auto& llama = std::get<LlamaConfig>(config.model);
  z.h = {"h", llama.hidden_size};
  z.f = {"f", llama.intermediate_size};
  z.a = {"a", llama.num_attention_heads};
  z.kv = {"kv", llama.num_key_value_heads};
  z.n = {"n", llama.num_attention_heads * llama.head_dim};
  z.k = {"k", llama.num_key_value_heads * llama.head_dim};
  z.V = {"V", llama.vocab_size};
  return z;
}

ClosedSum block_keeps(const TrainingConfig& config, std::int64_t index) {
  if (const auto* gpt2 = std::get_if<Gpt2Config>(&config.model)) return gpt2_block(config, *gpt2);
  return LlamaBlock(config, std::get<LlamaConfig>(config.model), index).keeps();
}

}  // namespace tally
