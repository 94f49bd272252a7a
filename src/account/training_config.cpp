#include "account/training_config.h"

#include "account/repetition.h"
#include "models/parameter_formula.h"

namespace tally {
namespace {

using Kind = ConfigProblem::Kind;

struct Count {
  std::string_view name;
  std::int64_t value, least, greatest;
};

ConfigProblem recomputation_problem(const TrainingConfig& config) {
  const std::vector<std::int64_t>& list = config.recompute_boundaries;
  if ((config.recompute_every > 0) + !list.empty() + config.recompute_attention > 1)
    return {Kind::two_recomputations};
  const std::int64_t layers = layers_of(config.model);
  const auto no_block = [&](std::string_view name, std::int64_t value) {
    return ConfigProblem{Kind::no_block,
                         {{"name", std::string(name)},
                          {"value", std::to_string(value)},
                          {"layers", std::to_string(layers)}}};
  };
  if (config.recompute_every > layers) return no_block("--recompute-every", config.recompute_every);
  if (list.empty()) return {};
  if (list.size() < 2) return {Kind::no_end};
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i] < 0 || list[i] > layers) return no_block("--recompute", list[i]);
    if (i > 0 && list[i] <= list[i - 1])
      return {Kind::not_ascending,
              {{"value", std::to_string(list[i])}, {"before", std::to_string(list[i - 1])}}};
  }
  return {};
}

/// The element count of a query's head.
std::int64_t head_size(const ModelConfig& model) {
  if (const auto* gpt2 = std::get_if<Gpt2Config>(&model)) return gpt2->n_embd / gpt2->n_head;
  return std::get<LlamaConfig>(model).head_dim;
}

/// Whether a window needs a mask.
bool masked(const TrainingConfig& config) {
  const auto* llama = std::get_if<LlamaConfig>(&config.model);
  return llama && llama->sliding_window > 0 && llama->sliding_window < config.sequence;
}

/// Why CUDA's flash kernel (aten/src/ATen/native/transformers/cuda/sdp_utils.cpp) does not take it.
ConfigProblem flash_refusal(const TrainingConfig& config) {
  if (itemsize(config.regime.parameter).count != 2 && !config.regime.autocast)
    return {Kind::flash_bits,
            {{"regime", std::string(config.regime.id)},
             {"dtype", std::string(name(config.regime.parameter))}}};
  if (const std::int64_t size = head_size(config.model); size > 256)
    return {Kind::flash_heads, {{"size", std::to_string(size)}}};
  if (masked(config))
    return {Kind::flash_window,
            {{"window", std::to_string(std::get<LlamaConfig>(config.model).sliding_window)},
             {"sequence", std::to_string(config.sequence)}}};
  if (softcapped(config.model)) return {Kind::no_cap};
  return {};
}

/// can_use_mem_efficient_attention of the same file. With a mask or in 16 bits it is not accounted.
bool efficient_takes(const TrainingConfig& config) {
  const auto* llama = std::get_if<LlamaConfig>(&config.model);
  return config.regime.parameter == Dtype::float32 && !config.regime.autocast &&
         head_size(config.model) % 4 == 0 && !masked(config) && !softcapped(config.model) &&
         (!llama || llama->num_key_value_heads == llama->num_attention_heads);
}

ConfigProblem flash_problem(const TrainingConfig& config) {
  if (config.profile.attention != AttentionForm::sdpa) return {};
  if (softcapped(config.model)) return {Kind::no_cap};  // whatever its kernel
  if (config.kernels.attention == AttentionKernel::efficient && !efficient_takes(config))
    return {Kind::efficient};
  if (config.kernels.attention != AttentionKernel::flash) return {};
  return flash_refusal(config);
}

/// Counts are 64-bit integers: what no GPU computes in a lifetime is not counted either. Bounds in
/// double, from above: saved tensors of a token, of every layer of it, and of the output.
ConfigProblem overflow_problem(const TrainingConfig& config) {
  constexpr double most = 0x1p62;
  const auto wide = [](std::int64_t value) { return static_cast<double>(value); };
  double heads = 0, width = 0, vocabulary = 0;
  if (const auto* gpt2 = std::get_if<Gpt2Config>(&config.model)) {
    heads = wide(gpt2->n_head);
    width = wide(gpt2->n_embd) + wide(gpt2->inner());
    vocabulary = wide(gpt2->vocab_size);
  } else {
    const auto& llama = std::get<LlamaConfig>(config.model);
    heads = wide(llama.num_attention_heads);
    width = wide(llama.hidden_size) + heads * wide(llama.head_dim) +
            (llama.moe ? wide(llama.moe->num_experts_per_tok) *
                             wide(llama.moe->moe_intermediate_size + llama.moe->num_experts)
                       : 0) +
            wide(llama.intermediate_size);
    vocabulary = wide(llama.vocab_size);
  }
  const double layers = wide(layers_of(config.model)),
               parameters = estimated_parameters(config.model);
  const double sequence = wide(config.sequence), tokens = wide(config.batch) * sequence;
  if (parameters * 32 > most) return {Kind::many_parameters};
  if (tokens * (vocabulary * 16 + layers * (width * 64 + heads * sequence * 32)) > most)
    return {
        Kind::many_bytes,
        {{"batch", std::to_string(config.batch)}, {"sequence", std::to_string(config.sequence)}}};
  const double flops = tokens * (8 * parameters + layers * width * sequence * 16);
  if (flops * wide(config.micro_batches) > most)
    return {Kind::many_flops,
            {{"batch", std::to_string(config.batch)},
             {"sequence", std::to_string(config.sequence)},
             {"micro_batches", std::to_string(config.micro_batches)}}};
  return {};
}

/// The blocks that an account of this step executes.
std::int64_t executed_blocks(const TrainingConfig& config) {
  const std::optional<Repetition> repetition = repetition_of(config);
  return repetition ? repetition->blocks + repetition->period : layers_of(config.model);
}

/// Each tensor of a block that is executed takes some kilobytes of memory and of recording.
ConfigProblem tensors_problem(const TrainingConfig& config) {
  constexpr std::int64_t most = std::int64_t{1} << 17;
  const auto many = [&](const TrainingConfig& each) {
    const std::int64_t blocks = executed_blocks(each);
    return blocks > most || tensor_formula(each.model, each.profile.lora, blocks) > most;
  };
  if (!many(config)) return {};
  ConfigProblem problem{
      Kind::many_tensors,
      {{"layers", std::to_string(executed_blocks(config))}, {"most", std::to_string(most)}}};
  // What keeps equal blocks apart is named where it alone, or both, are too much.
  TrainingConfig unfrozen = config, kept = config, neither = config;
  unfrozen.frozen_blocks = neither.frozen_blocks = 0;
  kept.keep_all();
  neither.keep_all();
  if (many(neither)) return problem;
  const std::string recompute = config.recompute_every > 0 ? "--recompute-every" : "--recompute";
  problem.kind = Kind::no_repetition;
  problem.values.emplace_back("names", !many(unfrozen) ? "--frozen-blocks"
                                       : !many(kept)   ? recompute
                                                       : "--frozen-blocks, " + recompute);
  return problem;
}

}  // namespace

std::int64_t layers_of(const ModelConfig& model) {
  if (const auto* gpt2 = std::get_if<Gpt2Config>(&model)) return gpt2->n_layer;
  return std::get<LlamaConfig>(model).num_hidden_layers;
}

bool softcapped(const ModelConfig& model) {
  const auto* llama = std::get_if<LlamaConfig>(&model);
  return llama && llama->attn_logit_softcapping > 0;
}

bool flash_takes(const TrainingConfig& config) { return flash_refusal(config).empty(); }

AttentionKernel cuda_attention(const TrainingConfig& config) {
  if (flash_takes(config)) return AttentionKernel::flash;
  return efficient_takes(config) ? AttentionKernel::efficient : AttentionKernel::math;
}

ConfigProblem problem_of(const TrainingConfig& config) {
  const ConfigProblem model =
      std::visit([](const auto& each) { return problem_of(each); }, config.model);
  if (!model.empty()) return model;
  constexpr std::int64_t most = std::int64_t{1} << 24;
  for (const Count& count :
       {Count{"--batch", config.batch, 1, most}, Count{"--sequence", config.sequence, 1, most},
        Count{"--micro-batches", config.micro_batches, 1, 1 << 16},
        Count{"--gpus", config.gpus, 1, 1 << 20}, Count{"--zero", config.zero_stage, 0, 3},
        Count{"--lora-rank", config.profile.lora.rank, 0, 1 << 16},
        Count{"--recompute-every", config.recompute_every, 0, 1 << 16},
        Count{"--frozen-blocks", config.frozen_blocks, 0, 1 << 16}})
    if (count.value < count.least || count.value > count.greatest)
      return {Kind::not_between,
              {{"name", std::string(count.name)},
               {"value", std::to_string(count.value)},
               {"least", std::to_string(count.least)},
               {"most", std::to_string(count.greatest)}}};
  if (const std::int64_t layers = layers_of(config.model); config.frozen_blocks > layers)
    return {Kind::frozen,
            {{"value", std::to_string(config.frozen_blocks)}, {"layers", std::to_string(layers)}}};
  if (const auto* gpt2 = std::get_if<Gpt2Config>(&config.model)) {
    if (config.sequence > gpt2->n_positions)
      return {Kind::positions,
              {{"sequence", std::to_string(config.sequence)},
               {"positions", std::to_string(gpt2->n_positions)}}};
    if (config.profile.lora.rank > 0) return {Kind::gpt2_adapters};
  }
  if (ConfigProblem problem = recomputation_problem(config); !problem.empty()) return problem;
  if (ConfigProblem problem = overflow_problem(config); !problem.empty()) return problem;
  if (ConfigProblem problem = tensors_problem(config); !problem.empty()) return problem;
  if (ConfigProblem problem = flash_problem(config); !problem.empty()) return problem;
  if (config.gradients_unsharded && config.zero_stage < 2) return {Kind::unsharded};
  return {};
}

}  // namespace tally
