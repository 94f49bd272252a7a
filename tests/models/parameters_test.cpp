// The models as they are made: every preset's parameters, counted on meta, and their paths.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/engine.h"
#include "models/gpt2.h"
#include "models/make_llama.h"
#include "models/parameter_formula.h"
#include "models/presets.h"
#include "nn/field.h"

namespace tally {
namespace {

using testing::Contains;
using testing::Not;

auto on_meta(const Engine& engine) {
  return [&engine](const Shape& shape) { return engine.parameter(shape, Dtype::bfloat16, 0); };
}

std::int64_t layers_of(const Gpt2Config& config) { return config.n_layer; }
std::int64_t layers_of(const LlamaConfig& config) { return config.num_hidden_layers; }

std::vector<std::string> paths_of(const Preset& preset, std::int64_t layers) {
  const Engine engine(Device::meta);
  std::vector<std::string> paths;
  std::visit(
      [&](const auto& config) {
        const auto model = make_model(config, eager_profile, layers, on_meta(engine));
        for_each_parameter(model, [&](const std::string& path, const Tensor& tensor) {
          paths.push_back(path + " " + to_string(tensor.sizes()));
        });
      },
      preset.config);
  return paths;
}

TEST(Models, EveryPresetHasThePublishedNumberOfParameters) {
  const Engine engine(Device::meta);
  for (const Preset& preset : presets()) {
    const std::int64_t made = std::visit(
        [&](const auto& config) {
          return parameter_count(
              make_model(config, eager_profile, layers_of(config), on_meta(engine)));
        },
        preset.config);
    EXPECT_EQ(made, parameter_formula(preset.config)) << preset.id;
  }
}

TEST(Models, TensorsOfAFewBlocksAreAsManyAsTheFormulaSays) {
  const Engine engine(Device::meta);
  std::vector<ModelConfig> configs;
  for (const Preset& preset : presets()) configs.push_back(preset.config);
  LlamaConfig sparse = std::get<LlamaConfig>(find_preset("qwen3-30b-a3b")->config);
  sparse.moe->decoder_sparse_step = 2;
  sparse.qkv_bias = sparse.o_bias = sparse.mlp_bias = sparse.post_norms = true;
  configs.emplace_back(sparse);
  for (const ModelConfig& config : configs)
    for (const LoraForm& lora : {LoraForm{}, LoraForm{8}, LoraForm{8, true}}) {
      std::int64_t made = 0;
      const auto count = [&](const Shape& shape) {
        ++made;
        return engine.parameter(shape, Dtype::bfloat16, 0);
      };
      ModelProfile profile = eager_profile;
      profile.lora = lora;
      std::visit([&](const auto& each) { make_model(each, profile, 3, count); }, config);
      EXPECT_EQ(made, tensor_formula(config, lora, 3)) << lora.rank << lora.all_linear;
    }
}

TEST(Models, PathsAreThoseOfTransformers) {
  const auto gpt2 = paths_of(*find_preset("gpt2"), 2);
  EXPECT_THAT(gpt2, Contains("transformer.wte.weight (50257, 768)"));
  EXPECT_THAT(gpt2, Contains("transformer.h.1.attn.c_attn.weight (768, 2304)"));
  EXPECT_THAT(gpt2, Contains("transformer.h.0.mlp.c_proj.bias (768,)"));
  EXPECT_THAT(gpt2, Not(Contains("lm_head.weight (50257, 768)")));  // tied
  const auto llama = paths_of(*find_preset("llama-3.1-8b"), 2);
  EXPECT_THAT(llama, Contains("model.layers.1.self_attn.k_proj.weight (1024, 4096)"));
  EXPECT_THAT(llama, Contains("model.layers.0.mlp.down_proj.weight (4096, 14336)"));
  EXPECT_THAT(llama, Contains("lm_head.weight (128256, 4096)"));
  EXPECT_EQ(llama.size(), 2u * 9 + 3);
  EXPECT_THAT(paths_of(*find_preset("qwen2.5-7b"), 1),
              Contains("model.layers.0.self_attn.v_proj.bias (512,)"));
  EXPECT_THAT(paths_of(*find_preset("qwen3-8b"), 1),
              Contains("model.layers.0.self_attn.q_norm.weight (128,)"));
  EXPECT_THAT(paths_of(*find_preset("phi-4"), 1),
              Contains("model.layers.0.mlp.gate_up_proj.weight (35840, 5120)"));
  EXPECT_THAT(paths_of(*find_preset("gemma-2-2b"), 1),
              Contains("model.layers.0.pre_feedforward_layernorm.weight (2304,)"));
  EXPECT_THAT(paths_of(*find_preset("mixtral-8x7b"), 1),
              Contains("model.layers.0.block_sparse_moe.experts.7.w3.weight (14336, 4096)"));
  EXPECT_THAT(paths_of(*find_preset("qwen3-30b-a3b"), 1),
              Contains("model.layers.0.mlp.experts.127.up_proj.weight (768, 2048)"));
}

}  // namespace
}  // namespace tally
