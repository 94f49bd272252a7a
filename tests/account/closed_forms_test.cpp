// Closed forms are what the executed step gives, over a grid of configurations.
#include "account/closed_forms.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "account/account.h"
#include "models/presets.h"
#include "small_models.h"

namespace tally {
namespace {

std::int64_t in_category(const MemoryReport& report, MemoryCategory category) {
  std::int64_t found = -1;
  for (const ReportInstant& instant : report.instants)
    if (instant.id == "backward_end")
      found = instant.by_category[static_cast<std::size_t>(category)].count;
  return found;
}

/// What block `index` keeps of its own.
std::int64_t block_keeps(const MemoryReport& report, const std::string& prefix,
                         std::int64_t index) {
  std::int64_t sum = 0;
  for (const LedgerEntry& entry : report.ledger)
    if ((entry.module + ".").starts_with(prefix + std::to_string(index) + ".") &&
        entry.category != MemoryCategory::buffer)
      sum += entry.bytes.count;
  return sum;
}

std::int64_t loss_keeps(const MemoryReport& report, const std::string& prefix) {
  std::int64_t sum = 0;
  for (const LedgerEntry& entry : report.ledger)
    if (entry.op == "LogSoftmaxBackward0" ||
        (entry.op == "TanhBackward0" && !entry.module.starts_with(prefix)))
      sum += entry.count * entry.bytes.count;
  return sum;
}

/// Every form is what is executed; how many there are of each id.
std::map<std::string_view, int> expect_equal(const TrainingConfig& config) {
  std::map<std::string_view, int> known;
  EXPECT_EQ(text_of(problem_of(config)), "");
  const MemoryReport report = account(config);
  const std::string prefix =
      std::holds_alternative<Gpt2Config>(config.model) ? "transformer.h." : "model.layers.";
  for (const ClosedForm& form : closed_forms(config)) {
    if (form.unknown != FormUnknown::none) {
      EXPECT_EQ(form.formula, "");
      continue;
    }
    ++known[form.id];
    std::int64_t executed = -1;
    if (form.id == "parameters") executed = in_category(report, MemoryCategory::parameter);
    if (form.id == "master_weights") executed = in_category(report, MemoryCategory::master_weight);
    if (form.id == "gradients") executed = in_category(report, MemoryCategory::gradient);
    if (form.id == "optimizer_state")
      executed = in_category(report, MemoryCategory::optimizer_state);
    if (form.id.starts_with("block")) executed = block_keeps(report, prefix, form.block);
    if (form.id == "checkpoint")
      for (const LedgerEntry& entry : report.ledger)
        if (entry.op == "checkpoint") executed = entry.bytes.count;
    if (form.id == "logits") executed = loss_keeps(report, prefix);
    EXPECT_EQ(form.value.count, executed)
        << form.id << ": " << form.formula << " = " << form.numbers;
    EXPECT_FALSE(form.source.empty());
  }
  return known;
}

LlamaConfig small_llama() {
  LlamaConfig model = tiny_llama(4);
  model.head_dim = 8;
  model.intermediate_size = 20;
  return model;
}

TrainingConfig training(const ModelConfig& model) {
  return tiny_training(model, 3, 7, fused_profile);
}

struct Profile {
  std::string_view name;
  ModelProfile profile;
  AttentionKernel kernel = AttentionKernel::flash;
};
std::vector<Profile> kernels() {
  return {{"eager", eager_profile},
          {"fused", fused_profile},
          {"memory-efficient", fused_profile, AttentionKernel::efficient},
          {"composition", fused_profile, AttentionKernel::math}};
}
std::vector<Profile> losses_and_activations() {
  ModelProfile plain_loss = fused_profile, chunked = eager_profile, paper = eager_profile;
  plain_loss.loss = LossForm::plain;
  chunked.loss = LossForm::chunked;
  chunked.loss_chunks = 3;
  paper.activation = ActivationForm::fused;
  return {{"plain loss", plain_loss}, {"chunked", chunked}, {"one-op activation", paper}};
}

/// A model in the dtypes and with the kernels that take it.
void over_kernels(TrainingConfig config, const std::vector<Profile>& profiles,
                  const std::function<void(const TrainingConfig&)>& run) {
  const LoraForm lora = config.profile.lora;
  for (const std::string_view regime : {"fp32", "bf16_master_weights"})
    for (const Profile& each : profiles) {
      config.regime = *find_regime(regime);
      config.profile = each.profile;
      config.profile.lora = lora;
      config.kernels.attention = each.kernel;
      if (!problem_of(config).empty()) continue;  // flash attention takes no float32
      SCOPED_TRACE(std::string(regime) + " " + std::string(each.name));
      run(config);
    }
}

TEST(ClosedForms, OfEachVariantOfLlamaAreWhatIsExecuted) {
  const std::vector<std::pair<const char*, std::function<void(LlamaConfig&)>>> variants{
      {"llama", [](LlamaConfig&) {}},
      {"as many heads of keys", [](LlamaConfig& c) { c.num_key_value_heads = 4; }},
      {"one head of keys, qk_norm",
       [](LlamaConfig& c) {
         c.num_key_value_heads = 1;
         c.qk_norm = true;
       }},
      {"biases, part of a head rotated",
       [](LlamaConfig& c) {
         c.qkv_bias = c.o_bias = c.mlp_bias = true;
         c.partial_rotary_factor = 0.5;
       }},
      {"fused projections", [](LlamaConfig& c) { c.fused_projections = true; }},
      {"fused projections, as many heads of keys",
       [](LlamaConfig& c) {
         c.fused_projections = true;
         c.num_key_value_heads = 4;
       }},
      {"window",
       [](LlamaConfig& c) {
         c.sliding_window = 4;
         c.full_attention_every = 2;
       }},
      {"wide window", [](LlamaConfig& c) { c.sliding_window = 40; }},
      {"gemma",
       [](LlamaConfig& c) {
         c.norm = RmsNormForm::gemma;
         c.scale_embedding = c.tie_word_embeddings = true;
         c.hidden_act = Activation::gelu_tanh;
       }},
      {"gemma 2",
       [](LlamaConfig& c) {
         c.norm = RmsNormForm::gemma;
         c.post_norms = c.scale_embedding = c.tie_word_embeddings = true;
         c.hidden_act = Activation::gelu_tanh;
         c.attn_logit_softcapping = 50;
         c.final_logit_softcapping = 30;
         c.sliding_window = 4;
         c.full_attention_every = 2;
       }},
      {"gemma 3",
       [](LlamaConfig& c) {
         c.norm = RmsNormForm::gemma;
         c.post_norms = c.qk_norm = c.scale_embedding = c.tie_word_embeddings = true;
         c.hidden_act = Activation::gelu_tanh;
         c.sliding_window = 4;
         c.full_attention_every = 3;
       }},
      {"mixtral",
       [](LlamaConfig& c) {
         c.moe = MoeConfig{.num_experts = 4, .num_experts_per_tok = 2, .moe_intermediate_size = 12};
       }},
      {"qwen3_moe",
       [](LlamaConfig& c) {
         c.qk_norm = true;
         c.moe = MoeConfig{.num_experts = 5,
                           .num_experts_per_tok = 3,
                           .moe_intermediate_size = 12,
                           .norm_topk_prob = false,
                           .decoder_sparse_step = 2};
       }},
      {"relu", [](LlamaConfig& c) { c.hidden_act = Activation::relu; }},
      {"dropout", [](LlamaConfig& c) { c.attention_dropout = 0.1; }},
      {"dropout of capped scores, one head of keys",
       [](LlamaConfig& c) {
         c.attention_dropout = 0.1;
         c.attn_logit_softcapping = 50;
         c.num_key_value_heads = 1;
       }},
  };
  for (const auto& [name, change] : variants)
    for (const std::int64_t batch : {1, 3}) {
      SCOPED_TRACE(name);
      LlamaConfig model = small_llama();
      change(model);
      TrainingConfig config = training(model);
      config.batch = batch;
      const int kinds =
          model.full_attention_every > 0 || (model.moe && model.moe->decoder_sparse_step > 1) ? 2
                                                                                              : 1;
      over_kernels(config, kernels(), [&](const TrainingConfig& each) {
        auto known = expect_equal(each);
        EXPECT_EQ(known["block"], kinds);
        EXPECT_EQ(known["block_sbh"], kinds);
        EXPECT_EQ(known["logits"], 1);
        for (const bool all_linear : {false, true}) {
          TrainingConfig adapted = each;
          adapted.profile.lora = {2, all_linear};
          SCOPED_TRACE(all_linear ? "adapters everywhere" : "adapters beside q and v");
          known = expect_equal(adapted);
          EXPECT_EQ(known["block"], kinds);
          EXPECT_EQ(known["parameters"], 1);
        }
        TrainingConfig of_cpu = each;
        of_cpu.kernels.dropout = DropoutKernel::composed;
        EXPECT_EQ(expect_equal(of_cpu)["block"], kinds);
        TrainingConfig selective = each;
        selective.recompute_attention = true;
        SCOPED_TRACE("selective");
        EXPECT_EQ(expect_equal(selective)["block"], kinds);
      });
    }
}

TEST(ClosedForms, OfGpt2AreWhatIsExecuted) {
  for (const double dropout_p : {0.0, 0.1})
    for (const Activation activation :
         {Activation::gelu_tanh, Activation::gelu, Activation::relu}) {
      Gpt2Config model = tiny_gpt2(4, dropout_p);
      model.activation_function = activation;
      for (const std::int64_t batch : {1, 3}) {
        TrainingConfig config = training(model);
        config.batch = batch;
        for (const auto& profiles : {kernels(), losses_and_activations()})
          over_kernels(config, profiles, [](TrainingConfig each) {
            for (const DropoutKernel kernel : {DropoutKernel::native, DropoutKernel::composed})
              for (const bool recomputed : {false, true}) {
                each.kernels.dropout = kernel;
                each.recompute_attention = recomputed;
                EXPECT_EQ(expect_equal(each)["block_sbh"], 1);
              }
          });
      }
    }
}

/// What a rank of some GPUs keeps: with two micro-batches, with frozen parts, with adapters.
void expect_states(TrainingConfig config) {
  SCOPED_TRACE(std::string(config.optimizer.id) + " " + std::string(config.regime.id) + " zero " +
               std::to_string(config.zero_stage) + " of " + std::to_string(config.gpus));
  const auto expect_lines = [&] {
    auto known = expect_equal(config);
    EXPECT_EQ(known["parameters"] + known["master_weights"] + known["gradients"] +
                  known["optimizer_state"],
              2 + config.regime.master_weights + (config.optimizer.moments > 0));
  };
  config.micro_batches = 2;
  config.gradients_unsharded = config.zero_stage >= 2;
  expect_lines();
  config.frozen_blocks = 1;
  config.frozen_embeddings = true;
  expect_lines();
  if (std::holds_alternative<Gpt2Config>(config.model)) return;
  config.profile.lora = {2, config.gpus == 2};
  config.frozen_blocks = 0;
  config.frozen_embeddings = false;
  expect_lines();
}

TEST(ClosedForms, OfStatesAreWhatIsExecuted) {
  LlamaConfig wide = small_llama();  // with tensors that 8 bits take, and that do not divide
  wide.vocab_size = 601;
  wide.num_hidden_layers = 2;
  wide.qk_norm = wide.qkv_bias = true;
  LlamaConfig moe = small_llama();
  moe.num_hidden_layers = 2;
  moe.moe = MoeConfig{.num_experts = 3, .num_experts_per_tok = 2, .moe_intermediate_size = 12};
  LlamaConfig mixtral = moe;
  moe.qk_norm = true;
  LlamaConfig phi = small_llama();
  phi.fused_projections = true;
  TrainingConfig config = training(wide);
  config.batch = 1;
  config.sequence = 2;
  config.profile = eager_profile;
  for (const auto& [stage, gpus] : std::vector<std::pair<int, std::int64_t>>{
           {0, 2}, {1, 2}, {1, 3}, {2, 2}, {2, 3}, {3, 2}, {3, 3}}) {
    config.zero_stage = stage;
    config.gpus = gpus;
    config.stepping = gpus == 2 ? Stepping::foreach : Stepping::fused;
    for (const std::string_view optimizer : {"adamw", "sgd_momentum", "sgd", "adamw_8bit"})
      for (const Regime& regime : regimes) {
        config.optimizer = *find_optimizer_row(optimizer);
        config.regime = regime;
        expect_states(config);
      }
    for (const ModelConfig& model : {ModelConfig(moe), ModelConfig(mixtral), ModelConfig(phi),
                                     ModelConfig(tiny_gpt2(4, 0.1))}) {
      TrainingConfig other = config;
      other.model = model;
      expect_states(other);
    }
  }
}

TEST(ClosedForms, OfTheLossAreWhatIsExecuted) {
  for (const double cap : {0.0, 30.0}) {
    LlamaConfig model = small_llama();
    model.final_logit_softcapping = cap;
    over_kernels(training(model), losses_and_activations(),
                 [](const TrainingConfig& each) { EXPECT_EQ(expect_equal(each)["logits"], 1); });
  }
}

TEST(ClosedForms, OfCheckpointsAreWhatIsExecuted) {
  TrainingConfig config = training(small_llama());
  config.recompute_every = 2;
  auto known = expect_equal(config);
  EXPECT_EQ(known["checkpoint"], 1);
  EXPECT_EQ(known["block"], 0);
  config.recompute_every = 0;
  config.recompute_boundaries = {1, 3};
  known = expect_equal(config);
  EXPECT_EQ(known["checkpoint"], 1);
  EXPECT_EQ(known["block"], 0);
}

std::string form_of(const TrainingConfig& config, std::string_view id) {
  for (const ClosedForm& form : closed_forms(config))
    if (form.id == id) return form.formula;
  return "";
}

TEST(ClosedForms, InTheUnitsOfTheField) {
  // Korthikanti et al., section 4.1: 16 bits, masks of a byte, one op for the activation. Beside
  // what the paper counts are a norm's mean and rstd, two float32 a row.
  TrainingConfig config;
  config.model = find_preset("gpt2")->config;
  config.sequence = 1024;
  config.profile = eager_profile;
  config.profile.activation = ActivationForm::fused;
  EXPECT_EQ(form_of(config, "block_sbh"), "34 s b h + 5 a s² b + 16 s b");
  config.recompute_attention = true;
  EXPECT_EQ(form_of(config, "block_sbh"), "34 s b h + 16 s b");
  // A SwiGLU block with flash attention and fused norms.
  TrainingConfig llama;
  llama.model = find_preset("llama-3-8b")->config;
  EXPECT_EQ(form_of(llama, "block_token"), "T × (12 × h + 8 + 4 × k + 4 × a + 8 × f)");
  EXPECT_EQ(form_of(llama, "block_sbh"), "41 s b h + 4 a s b + 8 s b");
  llama.model = find_preset("llama-2-7b")->config;
  EXPECT_EQ(form_of(llama, "block_sbh"), "(75/2) s b h + 4 a s b + 8 s b");
  // Dropout of the probabilities: op by op a mask of a byte, and what it gives; flash keeps
  // neither.
  std::get<LlamaConfig>(llama.model).attention_dropout = 0.1;
  EXPECT_EQ(form_of(llama, "block_sbh"), "(75/2) s b h + 4 a s b + 8 s b");
  llama.profile = eager_profile;
  EXPECT_NE(form_of(llama, "block_sbh").find(" + 7 a s² b"), std::string::npos);
  llama.kernels.dropout = DropoutKernel::composed;
  EXPECT_NE(form_of(llama, "block_sbh").find(" + 8 a s² b"), std::string::npos);
}

TEST(ClosedForms, OfEveryPresetAreWhatIsExecuted) {
  for (const Preset& preset : presets()) {
    SCOPED_TRACE(std::string(preset.id));
    TrainingConfig config;
    config.model = preset.config;
    config.sequence = 16;
    if (softcapped(config.model)) config.profile.attention = AttentionForm::eager;
    EXPECT_GE(expect_equal(config)["block"], 1);
  }
}

TEST(ClosedForms, AFormThatIsNotKnownSaysWhy) {
  const auto why = [](const TrainingConfig& config) {
    for (const ClosedForm& form : closed_forms(config))
      if (form.id == "block" && form.unknown != FormUnknown::none) return form.unknown;
    return FormUnknown::none;
  };
  TrainingConfig config = training(small_llama());
  EXPECT_EQ(why(config), FormUnknown::none);
  config.kernels.norm = NormKernel::cpu;
  EXPECT_EQ(why(config), FormUnknown::kernels);
  config = training(small_llama());
  config.frozen_blocks = 3;
  EXPECT_EQ(why(config), FormUnknown::frozen);
  config.frozen_blocks = 2;
  EXPECT_EQ(expect_equal(config)["block"], 1);
  config = training(small_llama());
  std::get<LlamaConfig>(config.model).head_dim = 12;
  EXPECT_EQ(why(config), FormUnknown::padded_heads);
  config = training(small_llama());
  config.recompute_boundaries = {0, 2};
  EXPECT_EQ(why(config), FormUnknown::between);
}

}  // namespace
}  // namespace tally
