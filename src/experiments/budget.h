// Demonstration 6: what models of a given size need for parameters, gradients and optimizer state,
// and how many GPUs hold that.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/progress.h"
#include "experiments/recipe.h"

namespace tally {

class Engine;

/// The lecture's round sizes, and the real count of a model that goes by each name.
struct ModelSize {
  std::string_view id;
  const char* name;         // "70B"
  std::int64_t parameters;  // round
  const char* real_name;
  std::int64_t real_parameters;
  std::string_view source;
};

inline constexpr std::array<ModelSize, 5> model_sizes{{
    {"124M", "124M", 124'000'000, "GPT-2", 124'439'808, "GPT-2 config: V 50257, h 768, L 12, tied"},
    {"1.5B", "1.5B", 1'500'000'000, "GPT-2 XL", 1'557'611'200,
     "GPT-2 XL config: V 50257, h 1600, L 48, tied"},
    {"7B", "7B", 7'000'000'000, "Llama-2 7B", 6'738'415'616,
     "Llama-2 7B config: V 32000, h 4096, L 32, f 11008"},
    {"70B", "70B", 70'000'000'000, "Llama-3 70B", 70'553'706'496,
     "Llama-3 70B config: V 128256, h 8192, L 80, kv 8, f 28672"},
    {"405B", "405B", 405'000'000'000, "Llama-3.1 405B", 405'853'388'800,
     "Llama-3.1 405B config: V 128256, h 16384, L 126, kv 8, f 53248"},
}};

struct BudgetSettings {
  std::int64_t parameters = 13'000'000'000;  // the reader's own model
  Recipe recipe = *find_recipe("bf16_master_weights");
  Bytes capacity{80'000'000'000};
  Sharding sharding = Sharding::zero3;
};

/// One model size; all bytes measured.
struct BudgetPoint {
  std::int64_t parameters = 0;
  RecipeBytes whole;                 // on one GPU of any size
  std::optional<std::int64_t> gpus;  // the least number; nothing where no number does
  RecipeBytes share;                 // of the GPU with the largest share, on that many
};

struct BudgetResult {
  BudgetSettings settings;
  std::vector<BudgetPoint> round;  // one for each of `model_sizes`
  std::vector<BudgetPoint> real;   // one for each of `model_sizes`
  BudgetPoint yours;
  std::vector<BudgetPoint> curve;  // from 1M to 10T parameters
};

/// Everything is executed on meta. Returns early, with what there is, once `progress` is cancelled.
/// Defined in budget_run.h.
template <class E>
BudgetResult run_budget(const E& engine, const BudgetSettings& settings, Progress& progress);

extern template BudgetResult run_budget(const Engine&, const BudgetSettings&, Progress&);

}  // namespace tally
