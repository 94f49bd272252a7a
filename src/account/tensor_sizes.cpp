#include "account/tensor_sizes.h"

#include <utility>

namespace tally {
namespace {

class Sizes {
 public:
  explicit Sizes(const TrainingConfig& config) : config_(config) {}

  void add(std::int64_t tensors, std::int64_t elements) {
    if (tensors > 0 && times_ > 0)
      found_.push_back({tensors * times_, elements, trains_ && config_.profile.lora.rank == 0});
  }
  /// A matrix with its bias, and the adapter beside it.
  void projection(std::int64_t tensors, std::int64_t out, std::int64_t in, bool bias,
                  bool by_default) {
    add(tensors, out * in);
    if (bias) add(tensors, out);
    const LoraForm& lora = config_.profile.lora;
    if (lora.rank == 0 || times_ == 0 || !(by_default || lora.all_linear)) return;
    found_.push_back({tensors * times_, lora.rank * in, true, true});
    found_.push_back({tensors * times_, lora.rank * out, true, true});
  }
  /// What follows stands `times` times, and trains or not.
  void part(std::int64_t times, bool trains) {
    times_ = times;
    trains_ = trains;
  }
  std::vector<TensorSize> take() { return std::move(found_); }

 private:
  const TrainingConfig& config_;
  std::int64_t times_ = 1;
  bool trains_ = true;
  std::vector<TensorSize> found_;
};

void add_block(Sizes& sizes, const LlamaConfig& c, bool sparse) {
  const std::int64_t h = c.hidden_size, q = c.num_attention_heads * c.head_dim,
                     k = c.num_key_value_heads * c.head_dim;
  if (c.fused_projections) {
    sizes.projection(1, q + 2 * k, h, c.qkv_bias, true);
  } else {
    sizes.projection(1, q, h, c.qkv_bias, true);
    sizes.projection(1, k, h, c.qkv_bias, false);
    sizes.projection(1, k, h, c.qkv_bias, true);
  }
  sizes.projection(1, h, q, c.o_bias, false);
  if (c.qk_norm) sizes.add(2, c.head_dim);
  sizes.add(c.post_norms ? 4 : 2, h);
  const bool renamed = sparse && !c.qk_norm;  // Mixtral's experts: three matrices each
  const std::int64_t times = sparse ? c.moe->num_experts : 1,
                     f = sparse ? c.moe->moe_intermediate_size : c.intermediate_size;
  if (sparse) sizes.add(1, c.moe->num_experts * h);
  if (c.fused_projections && !renamed) {
    sizes.projection(times, 2 * f, h, c.mlp_bias, false);
  } else {
    sizes.projection(2 * times, f, h, c.mlp_bias && !renamed, false);
  }
  sizes.projection(times, h, f, c.mlp_bias && !renamed, false);
}

void add_model(Sizes& sizes, const TrainingConfig& config, const LlamaConfig& c) {
  const std::int64_t table = c.vocab_size * c.hidden_size;
  sizes.part(1, !config.frozen_embeddings);
  sizes.add(1, table);
  for (const bool sparse : {false, true})
    for (const bool trains : {false, true}) {
      std::int64_t blocks = 0;
      for (std::int64_t i = 0; i < c.num_hidden_layers; ++i)
        blocks += c.has_experts(i) == sparse && (i >= config.frozen_blocks) == trains;
      sizes.part(blocks, trains);
      if (blocks > 0) add_block(sizes, c, sparse);
    }
  sizes.part(1, true);
  sizes.add(1, c.hidden_size);
  if (!c.tie_word_embeddings) sizes.add(1, table);
}

void add_model(Sizes& sizes, const TrainingConfig& config, const Gpt2Config& c) {
  const std::int64_t h = c.n_embd, f = c.inner();
  sizes.part(1, !config.frozen_embeddings);
  sizes.add(1, c.vocab_size * h);
  sizes.add(1, c.n_positions * h);
  for (const bool trains : {false, true}) {
    sizes.part(trains ? c.n_layer - config.frozen_blocks : config.frozen_blocks, trains);
    sizes.projection(1, 3 * h, h, true, false);
    sizes.projection(1, h, h, true, false);
    sizes.projection(1, f, h, true, false);
    sizes.projection(1, h, f, true, false);
    sizes.add(4, h);
  }
  sizes.part(1, true);
  sizes.add(2, h);
  if (!c.tie_word_embeddings) sizes.add(1, c.vocab_size * h);
}

}  // namespace

std::vector<TensorSize> tensor_sizes(const TrainingConfig& config) {
  Sizes sizes(config);
  std::visit([&](const auto& model) { add_model(sizes, config, model); }, config.model);
  return sizes.take();
}

}  // namespace tally
