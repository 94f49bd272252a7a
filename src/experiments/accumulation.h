// Demonstration 4: one batch of B against M micro-batches whose gradients add up in .grad. The
// model is L x [Linear(D, D), ReLU]; the loss is the mean of the squared error, over the number of
// micro-batches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/accounting.h"
#include "core/progress.h"
#include "experiments/compute_limit.h"

namespace tally {

class Engine;

struct AccumulationSettings {
  std::int64_t layers = 4;
  std::int64_t width = 128;
  std::int64_t batch = 64;
  std::int64_t micro_batches = 4;  // asked for: chunk(6, 4) gives three
  bool weighted =
      false;  // each loss times its share of the samples, instead of over `micro_batches`
  bool divide_loss = true;  // false: the losses are added up as they are
  bool zero_grad = true;    // false: the gradients of the step before are still there
  std::int64_t seed = 0;    // another one draws other weights and samples
};

/// Within this limit the run has values; beyond it, bytes only. It is for all passes together, so
/// that none takes a browser more than a few seconds, nor more memory than a page may have.
inline constexpr ComputeLimit accumulation_limit{Flops{1ll << 32}, Bytes{1 << 27}};

/// Learning rates of the two optimizers that show what a mistake does to a step.
inline constexpr double accumulation_sgd_lr = 0.01, accumulation_adamw_lr = 0.001;

struct AccumulationResult {
  AccumulationSettings settings{};
  Flops work{};                       // of all passes that a run with values makes
  Bytes memory{};                     // that it needs, about
  bool computed = false;              // everything below the line needs it
  std::vector<std::int64_t> sizes{};  // samples of each micro-batch
  std::vector<double> weights{};      // what its loss is multiplied by, one per micro-batch

  Bytes saved_large{}, saved_small{};  // saved for backward; of the largest micro-batch
  std::vector<Bytes> saved_parts{};    // of each micro-batch
  Bytes parameters{};
  Bytes gradients{};                 // kept from the first micro-batch to the optimizer's step
  Bytes peak_large{}, peak_small{};  // live at most, over forward and backward
  LiveSample at_peak_large{}, at_peak_small{};
  std::size_t instants_large = 0;  // events of the large pass; the small one's are the timeline's
  Recording timeline{};            // the micro-batches, one after another

  // ---- with values only
  // The gradients of the reader's own settings, in the training step where they show: SGD's second
  // where zero_grad is forgotten, the first otherwise.
  std::size_t shown_step = 0;
  double largest_difference = 0;                // max |g_large - g_small|
  double largest_gradient = 0;                  // max |g_large|
  double gradient_factor = 0;                   // that step's in `mistakes`
  double seconds_large = 0, seconds_small = 0;  // the best of `timed_runs`: noisy
  static constexpr int timed_runs = 5;
  /// Forward and backward over the whole batch, at once or in parts: recorded, timed, and two steps
  /// with each optimizer, right and with each mistake.
  static constexpr int passes = 2 + 2 * timed_runs + 2 * 2 * (1 + 4);

  /// Two training steps with a mistake against two without: how many times larger the gradient is,
  /// and the step of the parameters that an optimizer makes of it (Euclidean norms). NaN where the
  /// right one is 0, so that there is no factor: float32 can round a whole step away.
  struct Mistake {
    bool divide_loss, zero_grad;
    struct Factors {
      double gradient, sgd, adamw;
    };
    std::array<Factors, 2> steps;
  };
  std::vector<Mistake> mistakes{};  // none, loss not divided, zero_grad forgotten, both
  std::size_t own_mistake = 0;      // the one of `mistakes` that the settings make
};

/// Returns early, with what there is, once `progress` is cancelled. Defined in accumulation_run.h.
template <class E>
AccumulationResult run_accumulation(const E& engine, const AccumulationSettings& settings,
                                    Progress& progress);

extern template AccumulationResult run_accumulation(const Engine&, const AccumulationSettings&,
                                                    Progress&);

}  // namespace tally
