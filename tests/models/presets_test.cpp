// The published models: each is possible, and has the published number of parameters.
#include "models/presets.h"

#include <gtest/gtest.h>

#include <set>

#include "experiments/budget.h"
#include "models/parameter_formula.h"

namespace tally {
namespace {

TEST(Presets, EachIsPossibleAndNamedOnce) {
  std::set<std::string_view> ids;
  for (const Preset& preset : presets()) {
    EXPECT_TRUE(ids.insert(preset.id).second) << preset.id;
    EXPECT_FALSE(preset.source.empty()) << preset.id;
    EXPECT_EQ(
        text_of(std::visit([](const auto& config) { return problem_of(config); }, preset.config)),
        "")
        << preset.id;
    EXPECT_EQ(find_preset(preset.id), &preset);
  }
  EXPECT_EQ(find_preset("no-such-model"), nullptr);
}

// Counts of the published checkpoints, as their model cards or safetensors headers say.
TEST(Presets, HaveTheParametersOfThePublishedCheckpoints) {
  const std::pair<std::string_view, std::int64_t> published[] = {
      {"gpt2", 124'439'808},
      {"gpt2-medium", 354'823'168},
      {"gpt2-large", 774'030'080},
      {"gpt2-xl", 1'557'611'200},
      {"llama-7b", 6'738'415'616},
      {"llama-13b", 13'015'864'320},
      {"llama-33b", 32'528'943'616},
      {"llama-65b", 65'285'660'672},
      {"llama-2-7b", 6'738'415'616},
      {"llama-2-13b", 13'015'864'320},
      {"llama-2-70b", 68'976'648'192},
      {"codellama-7b", 6'738'546'688},
      {"llama-3-8b", 8'030'261'248},
      {"llama-3-70b", 70'553'706'496},
      {"llama-3.1-8b", 8'030'261'248},
      {"llama-3.1-70b", 70'553'706'496},
      {"llama-3.1-405b", 405'853'388'800},
      {"llama-3.2-1b", 1'235'814'400},
      {"llama-3.2-3b", 3'212'749'824},
      {"mistral-7b-v0.1", 7'241'732'096},
      {"mistral-7b-v0.3", 7'248'023'552},
      {"mixtral-8x7b", 46'702'792'704},
      {"mixtral-8x22b-v0.3", 140'630'071'296},
      {"qwen1.5-72b", 72'287'920'128},
      {"qwen2.5-0.5b", 494'032'768},
      {"qwen2.5-1.5b", 1'543'714'304},
      {"qwen2.5-7b", 7'615'616'512},
      {"qwen2.5-14b", 14'770'033'664},
      {"qwen2.5-32b", 32'763'876'352},
      {"qwen2.5-72b", 72'706'203'648},
      {"qwen3-0.6b", 596'049'920},
      {"qwen3-4b", 4'022'468'096},
      {"qwen3-8b", 8'190'735'360},
      {"qwen3-14b", 14'768'307'200},
      {"qwen3-32b", 32'762'123'264},
      {"qwen3-30b-a3b", 30'532'122'624},
      {"qwen3-235b-a22b", 235'093'634'560},
      {"phi-3-mini", 3'821'079'552},
      {"phi-4", 14'659'507'200},
      {"phi-4-mini", 3'836'021'760},
      {"gemma-2b", 2'506'172'416},
      {"gemma-7b", 8'537'680'896},
      {"gemma-2-2b", 2'614'341'888},
      {"gemma-2-9b", 9'241'705'984},
      {"gemma-2-27b", 27'227'128'320},
      {"gemma-3-1b", 999'885'952},
  };
  EXPECT_EQ(std::size(published), presets().size());
  for (const auto& [id, parameters] : published) {
    const Preset* preset = find_preset(id);
    ASSERT_NE(preset, nullptr) << id;
    EXPECT_EQ(parameter_formula(preset->config), parameters) << id;
    EXPECT_EQ(static_cast<std::int64_t>(estimated_parameters(preset->config)), parameters) << id;
  }
}

// Demonstration 6 names five models by their counts alone: they are those of the presets.
TEST(Presets, HaveTheParametersThatTheLectureShows) {
  const std::string_view ids[] = {"gpt2", "gpt2-xl", "llama-2-7b", "llama-3-70b", "llama-3.1-405b"};
  ASSERT_EQ(std::size(ids), model_sizes.size());
  for (std::size_t i = 0; i < model_sizes.size(); ++i)
    EXPECT_EQ(model_sizes[i].real_parameters, parameter_formula(find_preset(ids[i])->config))
        << model_sizes[i].real_name;
}

}  // namespace
}  // namespace tally
