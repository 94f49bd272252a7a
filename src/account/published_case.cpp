#include "account/published_case.h"

#include <initializer_list>

#include "account/published_input.h"
#include "account/published_step.h"
#include "account/states.h"
#include "engine/engine.h"
#include "nn/activation.h"
#include "nn/linear.h"

namespace tally {
namespace {

using Result = std::optional<double>;
using Input = PublishedInput;

/// What is made one by one: more layers, or repetitions, are no model that anyone published.
constexpr std::int64_t most_made = 1 << 14;

/// Whether a tensor of these sizes can be counted: none is empty, and its bytes are far from
/// overflowing, as are those of a few of them.
bool countable(std::initializer_list<std::int64_t> sizes) {
  double bytes = 8;
  for (const std::int64_t size : sizes) {
    if (size < 1) return false;
    bytes *= static_cast<double>(size);
  }
  return bytes < 0x1p60;
}

double total(const BytesByCategory& by_category) {
  std::int64_t sum_of = 0;
  for (const Bytes bytes : by_category) sum_of += bytes.count;
  return static_cast<double>(sum_of);
}

Bytes of(const BytesByCategory& by_category, MemoryCategory category) {
  return by_category[static_cast<std::size_t>(category)];
}

/// The parameters of a model of which a step of one token could be run.
Result parameters_of(const ModelConfig& model) {
  TrainingConfig config;
  config.model = model;
  config.sequence = 1;
  config.profile = eager_profile;  // no kernel refuses its heads
  if (!problem_of(config).empty()) return std::nullopt;
  return static_cast<double>(executed_parameters(model));
}

Result run_params(Input& input) {
  const std::string arch = input.text("arch");
  const std::int64_t v = input.integer("V", 0), h = input.integer("h", 0),
                     layers = input.integer("L", 0);
  if (v < 1 || h < 1 || layers < 1 || layers > most_made) return std::nullopt;
  if (arch == "gpt2") {
    Gpt2Config c;
    c.vocab_size = v;
    c.n_embd = h;
    c.n_layer = layers;
    c.n_head = 1;  // splits the width: no parameter depends on it
    c.n_positions = input.integer("n_ctx", c.n_positions);
    c.tie_word_embeddings = input.flag("tied");
    if (!input.flag("bias") || !input.all_read()) return std::nullopt;
    return parameters_of(c);
  }
  if (arch != "llama_like") return std::nullopt;
  LlamaConfig c;
  c.vocab_size = v;
  c.hidden_size = h;
  c.num_hidden_layers = layers;
  c.num_attention_heads = input.integer("a", 1);
  c.num_key_value_heads = input.integer("kv", c.num_attention_heads);
  if (c.num_attention_heads < 1) return std::nullopt;
  c.head_dim = input.integer("hd", h / c.num_attention_heads);
  c.intermediate_size = input.integer("ffn", 1);
  c.tie_word_embeddings = input.flag("tied");
  c.qkv_bias = input.flag("qkv_bias");
  c.qk_norm = input.flag("qk_norm");
  c.post_norms = input.flag("post_norms");
  if (const auto experts = input.integer("experts"))
    c.moe = MoeConfig{.num_experts = *experts,
                      .num_experts_per_tok = 1,
                      .moe_intermediate_size = input.integer("moe_ffn", c.intermediate_size)};
  return input.all_read() ? parameters_of(c) : std::nullopt;
}

/// 2 bytes of weights, 2 of gradients, 12 of states: the ZeRO paper's mixed precision.
TrainingConfig zero_paper(int stage, std::int64_t gpus) {
  TrainingConfig config;
  config.regime = *find_regime("bf16_master_weights");
  config.zero_stage = stage;
  config.gpus = gpus;
  return config;
}

Result run_model_states(Input& input, std::string_view unit) {
  const auto parameters = input.integer("params"), gpus = input.integer("dp"),
             stage = input.integer("zero_stage");
  if (!parameters || !gpus || !stage || input.integer("param_bytes") != 2 ||
      input.integer("grad_bytes") != 2 || input.integer("optim_bytes") != 12 || *stage > 3 ||
      !input.all_read())
    return std::nullopt;
  const TrainingConfig config = zero_paper(static_cast<int>(*stage), *gpus);
  if (!problem_of(config).empty()) return std::nullopt;
  return in_unit(total(executed_states(config, *parameters)), unit);
}

/// The most parameters whose states fit into `bytes` on each GPU; nothing where that is more than
/// can be counted.
Result largest(const TrainingConfig& config, double bytes) {
  constexpr std::int64_t most = std::int64_t{1} << 53;  // which a double still holds
  const auto fit = [&](std::int64_t parameters) {
    return total(executed_states(config, parameters)) <= bytes;
  };
  std::int64_t fits = 0, too_many = 1;
  while (fit(too_many)) {
    if (too_many == most) return std::nullopt;
    fits = too_many;
    too_many *= 2;
  }
  while (too_many - fits > 1) {
    const std::int64_t middle = fits + (too_many - fits) / 2;
    (fit(middle) ? fits : too_many) = middle;
  }
  return static_cast<double>(fits);
}

Result run_inverse(Input& input, std::string_view unit) {
  const auto gpus = input.integer("gpus"), memory = input.integer("mem_gb");
  if (!gpus || !memory || input.integer("mp", 1) != 1 || !problem_of(zero_paper(0, *gpus)).empty())
    return std::nullopt;
  const double bytes = 1e9 * static_cast<double>(*memory);
  if (input.has("bytes_per_param")) {  // AdamW in float32, all of it shared out
    if (input.integer("bytes_per_param") != 16 || !input.all_read()) return std::nullopt;
    TrainingConfig config = zero_paper(3, *gpus);
    config.regime = *find_regime("fp32");
    return largest(config, bytes);
  }
  const std::string stage = input.text("zero_stage");
  if ((stage != "none" && stage != "1" && stage != "2" && stage != "3") || !input.all_read() ||
      !unit.starts_with("max params 1e9"))
    return std::nullopt;
  const Result found = largest(zero_paper(stage == "none" ? 0 : stage[0] - '0', *gpus), bytes);
  return found ? Result(*found / 1e9) : std::nullopt;
}

Result run_grad_accum(Input& input, std::string_view unit, std::string_view name) {
  const auto parameters = input.integer("params");
  if (!parameters) return std::nullopt;
  const std::int64_t gpus = input.integer("dp", input.integer("world", 1));
  bool held_back = input.flag("defer_sync");
  if (const auto sync = input.integer("sync_each_microstep")) held_back = *sync == 0;
  if (name == "no_sync_GB") held_back = true;
  const std::string reduce = input.text("reduce_dtype"), fsdp = input.text("fsdp");
  if ((!reduce.empty() && reduce != "fp32") || (!fsdp.empty() && fsdp != "full_shard"))
    return std::nullopt;
  TrainingConfig config = zero_paper(3, gpus);
  if (!problem_of(config).empty()) return std::nullopt;
  config.gradients_unsharded = held_back;
  if (input.integer("grad_bytes", 4) == 4)
    config.regime = *find_regime("fp32");
  else if (input.integer("grad_bytes", 4) != 2)
    return std::nullopt;
  if (!input.all_read()) return std::nullopt;
  const BytesByCategory live = executed_states(config, *parameters);
  const bool shard = name.starts_with("param_shard");
  return in_unit(static_cast<double>(
                     of(live, shard ? MemoryCategory::parameter : MemoryCategory::gradient).count),
                 unit);
}

Result run_logits(Input& input, std::string_view unit) {
  const auto vocab = input.integer("vocab"), tokens = input.integer("seq"),
             batch = input.integer("batch"), bytes = input.integer("bytes");
  if (!vocab || !tokens || !batch || (bytes != 2 && bytes != 4) || !input.all_read() ||
      !countable({*batch, *tokens, *vocab}))
    return std::nullopt;
  const Engine engine(Device::meta);
  const Tensor logits =
      engine.empty({*batch, *tokens, *vocab}, *bytes == 2 ? Dtype::bfloat16 : Dtype::float32,
                   MemoryCategory::activation);
  return in_unit(static_cast<double>(logits.storage()->nbytes.count), unit);
}

/// A Linear of float32 as the cases give it: [in, out], with its bias.
std::optional<Linear<Tensor>> linear_of(const Engine& engine, Input& input) {
  const std::vector<std::int64_t> sizes = input.list("linear");
  if (sizes.size() != 2 || input.text("dtype") != "fp32" || !countable({sizes[0], sizes[1]}))
    return std::nullopt;
  Linear<Tensor> made{.weight = engine.parameter({sizes[1], sizes[0]}, Dtype::float32, 0)};
  if (input.flag("bias")) made.bias = engine.parameter({sizes[1]}, Dtype::float32, 0);
  return made;
}

Result run_tensor(Input& input, std::string_view name) {
  const Engine engine(Device::meta);
  const auto fc = linear_of(engine, input);
  const auto batch = input.integer("batch");
  if (!fc || !batch || !input.all_read() ||
      !countable({*batch, fc->weight.size(0), fc->weight.size(1)}))
    return std::nullopt;
  const Tensor x =
      engine.empty({*batch, fc->weight.size(1)}, Dtype::float32, MemoryCategory::input);
  if (name == "input_B") return static_cast<double>(x.nbytes().count);
  if (name == "output_B") return static_cast<double>((*fc)(x).nbytes().count);
  if (name == "params_B") return static_cast<double>(4 * parameter_count(*fc));
  return std::nullopt;
}

Result run_repeated_linear(Input& input, std::string_view unit) {
  const Engine engine(Device::meta);
  const std::int64_t before = engine.live_bytes().count;
  const auto fc = linear_of(engine, input);
  const std::vector<std::int64_t> shape = input.list("input");
  const auto repeat = input.integer("repeat");
  if (!fc || shape.size() != 2 || shape[1] != fc->weight.size(1) || !repeat ||
      *repeat > most_made || (*repeat > 1 && fc->weight.size(0) != shape[1]) || !input.all_read() ||
      !countable({shape[0], fc->weight.size(0), fc->weight.size(1), *repeat}))
    return std::nullopt;
  const Tensor x = engine.empty(shape, Dtype::float32, MemoryCategory::input);
  Tensor h = x;
  for (std::int64_t i = 0; i < *repeat; ++i) h = (*fc)(h);
  return in_unit(static_cast<double>(engine.live_bytes().count - before), unit);
}

Result run_saved_tensors(Input& input, std::string_view unit) {
  if (input.has("repeat")) return run_repeated_linear(input, unit);
  const auto batch = input.integer("batch"), tokens = input.integer("seq"),
             width = input.integer("d_model"), expansion = input.integer("expansion");
  const auto activation = find_activation(input.text("act"));
  if (!batch || !tokens || !width || !expansion || !activation || input.flag("dropout"))
    return std::nullopt;
  const bool grad = input.flag("input_requires_grad"), casts = input.flag("autocast_bf16");
  input.text("device");
  if (!input.all_read() || !countable({*batch, *tokens, *width, *expansion, *width}))
    return std::nullopt;
  const Engine engine(Device::meta);
  const auto fc = [&](std::int64_t out, std::int64_t in) {
    return Linear<Tensor>{.weight = engine.parameter({out, in}, Dtype::float32, 0),
                          .bias = engine.parameter({out}, Dtype::float32, 0)};
  };
  const Linear<Tensor> up = fc(*expansion * *width, *width), down = fc(*width, *expansion * *width);
  Tensor x = engine.empty({*batch, *tokens, *width}, Dtype::float32, MemoryCategory::input);
  engine.set_requires_grad(x, grad);
  const Record record;
  Tensor out;
  {
    const Autocast autocast(casts);  // what it cast and nobody saved goes with it
    out = down(activate(*activation, up(x)));
  }
  return in_unit(static_cast<double>(saved_bytes(record.recording()).count), unit);
}

/// Weights and buffers of float32, and counters of int64.
Result run_weights(Input& input, std::string_view unit) {
  const auto parameters = input.integer("params");
  if (!parameters) return std::nullopt;
  const Engine engine(Device::meta);
  const std::int64_t before = engine.live_bytes().count;
  std::vector<Tensor> all;
  const auto add_tensor = [&](std::int64_t n, Dtype dtype) {
    all.push_back(engine.empty({n}, dtype, MemoryCategory::parameter));
  };
  add_tensor(*parameters, Dtype::float32);
  add_tensor(input.integer("buffers_bytes", 0), Dtype::uint8);
  add_tensor(input.integer("bn_running_stats", 0), Dtype::float32);
  add_tensor(input.integer("num_batches_tracked", 0), Dtype::int64);
  if (!input.all_read()) return std::nullopt;
  return in_unit(static_cast<double>(engine.live_bytes().count - before), unit);
}

}  // namespace

std::optional<double> run_published(const PublishedCase& published, std::string_view unit,
                                    std::string_view name) {
  Input input(published);
  if (published.kind == "params") return run_params(input);
  if (published.kind == "model_states") return run_model_states(input, unit);
  if (published.kind == "inverse") return run_inverse(input, unit);
  if (published.kind == "grad_accum") return run_grad_accum(input, unit, name);
  if (published.kind == "logits") return run_logits(input, unit);
  if (published.kind == "tensor") return run_tensor(input, name);
  if (published.kind == "saved_tensors") return run_saved_tensors(input, unit);
  if (published.kind == "weights") return run_weights(input, unit);
  return run_published_step(published.kind, input, unit, name);
}

}  // namespace tally
