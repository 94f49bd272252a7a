#include "account/published_step.h"

#include "account/account.h"
#include "engine/engine.h"
#include "models/make_llama.h"
#include "models/presets.h"

namespace tally {
namespace {

using Result = std::optional<double>;
using Input = PublishedInput;

std::int64_t in_category(const ReportInstant& instant, MemoryCategory category) {
  return instant.by_category[static_cast<std::size_t>(category)].count;
}

/// The instant of this name, of this micro-batch.
const ReportInstant* find_instant(const MemoryReport& report, std::string_view id,
                                  std::int64_t micro_batch = 1) {
  for (const ReportInstant& instant : report.instants)
    if (instant.id == id && instant.micro_batch == micro_batch) return &instant;
  return nullptr;
}

/// A published model's step with AdamW; other settings are the account's where none is given.
std::optional<TrainingConfig> read_step(Input& input) {
  const Preset* preset = find_preset(input.text("model"));
  const Regime* regime = find_regime(input.text("regime"));
  if (!preset || !regime) return std::nullopt;
  TrainingConfig config;
  config.model = preset->config;
  config.regime = *regime;
  config.sequence = input.integer("seq", 128);
  config.batch = input.integer("batch", 1);
  config.profile = regime->parameter == Dtype::float32 ? eager_profile : fused_profile;
  const std::string recompute = input.text("recompute");
  if (recompute == "blocks")
    config.recompute_every = 1;
  else if (!recompute.empty())
    return std::nullopt;
  return config;
}

std::optional<MemoryReport> run_step(const TrainingConfig& config, const Input& input) {
  if (!input.all_read() || !problem_of(config).empty()) return std::nullopt;
  return account(config, Execution::repeated, WithTimeline::no);
}

/// Weights alone, whole; "head": whether what maps to the vocabulary is among them.
Result run_model_weights(Input& input, std::string_view unit) {
  const Preset* preset = find_preset(input.text("model"));
  const std::string dtype = input.text("dtype");
  const bool head = input.integer("head", 1) != 0;
  if (!preset || !std::holds_alternative<LlamaConfig>(preset->config) || !input.all_read() ||
      (dtype != "fp32" && dtype != "fp16" && dtype != "bf16"))
    return std::nullopt;
  auto model = std::get<LlamaConfig>(preset->config);
  if (!head) model.tie_word_embeddings = true;
  const Dtype kept = dtype == "fp32"   ? Dtype::float32
                     : dtype == "fp16" ? Dtype::float16
                                       : Dtype::bfloat16;
  const Engine engine(Device::meta);
  const std::int64_t before = engine.live_bytes().count;
  const auto made = make_model(
      model, eager_profile, model.num_hidden_layers,
      [&](const Shape& shape) { return engine.empty(shape, kept, MemoryCategory::parameter); });
  return in_unit(static_cast<double>(engine.live_bytes().count - before), unit);
}

/// What is there at the end of a backward pass whatever the batch: all of it, or "gradients".
Result run_step_states(Input& input, std::string_view unit, std::string_view name) {
  const std::optional<TrainingConfig> config = read_step(input);
  if (!config) return std::nullopt;
  const std::optional<MemoryReport> report = run_step(*config, input);
  const ReportInstant* end = report ? find_instant(*report, "backward_end") : nullptr;
  if (!end || (!name.empty() && name != "gradients")) return std::nullopt;
  std::int64_t bytes = in_category(*end, MemoryCategory::gradient);
  if (name.empty())
    for (const MemoryCategory category : {MemoryCategory::parameter, MemoryCategory::master_weight,
                                          MemoryCategory::optimizer_state})
      bytes += in_category(*end, category);
  return in_unit(static_cast<double>(bytes), unit);
}

/// What is live at the end of the second micro-batch's forward pass and was not at the first's.
Result run_second_micro_batch(Input& input, std::string_view unit) {
  std::optional<TrainingConfig> config = read_step(input);
  if (!config) return std::nullopt;
  config->micro_batches = 2;
  const std::optional<MemoryReport> report = run_step(*config, input);
  if (!report) return std::nullopt;
  const ReportInstant* first = find_instant(*report, "forward_end");
  const ReportInstant* second = find_instant(*report, "forward_end", 2);
  if (!first || !second) return std::nullopt;
  return in_unit(static_cast<double>((second->total - first->total).count), unit);
}

/// What is kept for backward by all "blocks", or as "checkpoints"' inputs.
Result run_kept(Input& input, std::string_view unit, std::string_view name) {
  const std::optional<TrainingConfig> config = read_step(input);
  if (!config) return std::nullopt;
  const std::optional<MemoryReport> report = run_step(*config, input);
  if (!report || (name != "blocks" && name != "checkpoints")) return std::nullopt;
  std::int64_t bytes = 0;
  for (const LedgerEntry& entry : report->ledger) {
    const bool counts =
        name == "blocks" ? entry.module.starts_with("model.layers.") : entry.op == "checkpoint";
    if (counts && entry.category != MemoryCategory::buffer)
      bytes += entry.count * entry.bytes.count;
  }
  return in_unit(static_cast<double>(bytes), unit);
}

/// What the blocks of a GPT keep as papers count it: 16 bits, dropout with masks of a byte,
/// attention op by op, one op for GELU. "squares": what has a query and a key to each element;
/// "rest": all else.
Result run_gpt_blocks(Input& input, std::string_view unit, std::string_view name) {
  const auto width = input.integer("h"), layers = input.integer("L"), heads = input.integer("a"),
             sequence = input.integer("s"), batch = input.integer("b");
  if (!width || !layers || !heads || !sequence || !batch ||
      (name != "" && name != "squares" && name != "rest"))
    return std::nullopt;
  Gpt2Config model;
  model.n_embd = *width;
  model.n_layer = *layers;
  model.n_head = *heads;
  model.n_positions = *sequence;
  TrainingConfig config;
  config.model = model;
  config.batch = *batch;
  config.sequence = *sequence;
  config.profile = eager_profile;
  config.profile.activation = ActivationForm::fused;
  const std::optional<MemoryReport> report = run_step(config, input);
  if (!report) return std::nullopt;
  std::int64_t bytes = 0;
  for (const LedgerEntry& entry : report->ledger) {
    const bool square = numel(entry.shape) == *batch * *heads * *sequence * *sequence;
    if (entry.module.starts_with("transformer.h.") && entry.category != MemoryCategory::buffer &&
        (name.empty() || square == (name == "squares")))
      bytes += entry.count * entry.bytes.count;
  }
  return in_unit(static_cast<double>(bytes), unit);
}

}  // namespace

std::optional<double> run_published_step(std::string_view kind, PublishedInput& input,
                                         std::string_view unit, std::string_view name) {
  if (kind == "model_weights") return run_model_weights(input, unit);
  if (kind == "step_states") return run_step_states(input, unit, name);
  if (kind == "second_micro_batch") return run_second_micro_batch(input, unit);
  if (kind == "kept") return run_kept(input, unit, name);
  if (kind == "gpt_blocks") return run_gpt_blocks(input, unit, name);
  return std::nullopt;
}

}  // namespace tally
