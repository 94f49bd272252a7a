#include <algorithm>
#include <functional>
#include <limits>
#include <string>

#include "core/check.h"
#include "engine/engine.h"
#include "measure/allocation.h"
#include "measure/bisect.h"
#include "measure/configuration.h"
#include "measure/device.h"
#include "measure/measure.h"
#include "measure/torch_engine.h"
#include "measure/vocabulary.h"
// The templates after the ops that they call.
#include "experiments/recipe_run.h"
#include "measure/scale_step.h"

namespace tally::measure {
namespace {

using Configuration = MeasuredConfiguration;

Configuration described(const char* id, const ScaleSettings& settings) {
  Configuration configuration{
      .id = id,
      .settings = {{"L", std::to_string(settings.layers)}, {"D", std::to_string(settings.width)}}};
  const auto add_setting = [&](const char* key, std::int64_t value) {
    configuration.settings.emplace_back(key, std::to_string(value));
  };
  if (settings.batch > 0) add_setting("B", settings.batch);
  if (settings.micro_batches > 1) add_setting("M", settings.micro_batches);
  if (settings.segment > 0) add_setting("k", settings.segment);
  configuration.settings.emplace_back("dtype", std::string(name(settings.dtype)));
  return configuration;
}

class Scale {
 public:
  Scale(Measurement& report, const OnProgress& progress)
      : report_(report),
        progress_(progress),
        cuda_(report.device == "cuda"),
        sizes_(scale_sizes(cuda_)),
        meta_(Device::meta),
        torch_(at::Device(cuda_ ? at::kCUDA : at::kCPU), TorchEngine::Values::torchs) {}

  void run() {
    measure_workspace(report_, progress_);
    for (const ScaleSettings& network : sizes_.networks) step("network", network);
    for (const std::int64_t parts : sizes_.micro_batches) {
      ScaleSettings settings = sizes_.accumulation;
      settings.micro_batches = parts;
      step("accumulation", settings);
    }
    for (const std::int64_t segment : sizes_.segments) {
      ScaleSettings settings = sizes_.checkpointing;
      settings.segment = segment;
      step("checkpointing", settings);
    }
    largest_batch();
    for (const Recipe& recipe : recipes) by_recipe(recipe);
    if (cuda_) outside();
  }

 private:
  void configuration(Configuration settings, const std::function<void(Configuration&)>& fill) {
    run_configuration(report_, progress_, std::move(settings), fill);
  }

  void step(const char* id, const ScaleSettings& settings) {
    configuration(described(id, settings), [&](Configuration& filled) {
      const StepNumbers ours =
          predicted(cuda_, [&] { return ScaleStep<Engine>(meta_, settings).record(cuda_); });
      const auto bytes = [&](auto&& add, const StepNumbers& numbers) {
        add("parameter_bytes", numbers.parameters);
        add("gradient_bytes", numbers.gradients);
        add("states", numbers.states);
        add("saved", numbers.saved);
        add("peak", numbers.peak);
        if (cuda_) add("host_peak", numbers.host_peak);
      };
      bytes([&](const char* number, Bytes value) { add_predicted(filled, number, value); }, ours);
      add_predicted(filled, "flops", "flops", static_cast<double>(ours.flops.count));

      if (cuda_) reset_device_totals();
      ScaleStep<TorchEngine> measured(torch_, settings);
      const StepNumbers theirs = measured.record(cuda_);
      bytes([&](const char* number, Bytes value) { add_measured(filled, number, value); }, theirs);
      const auto flops = static_cast<double>(theirs.flops.count);
      add_measured(filled, "flops", "flops", flops);
      if (cuda_) {
        const DeviceTotals totals = device_totals();
        if (totals.peak_requested) add_measured(filled, "peak_requested", *totals.peak_requested);
        add_measured(filled, "peak_allocated", totals.peak_allocated);
        if (totals.peak_reserved) add_measured(filled, "peak_reserved", *totals.peak_reserved);
      }
      double seconds = std::numeric_limits<double>::infinity();
      for (int i = 0; i < 3; ++i) {
        const double begin = torch_.seconds();
        measured.run();
        seconds = std::min(seconds, torch_.seconds() - begin);
      }
      add_measured(filled, "seconds", "seconds", seconds);
      add_measured(filled, "flops_per_second", "flops_per_second", flops / seconds);
    });
  }

  static DeviceMemory memory() {
    const auto known = device_memory();
    check(known.has_value(),
          "neither CUDA nor nvidia-smi says how much memory this GPU has and how much is free");
    return *known;
  }

  /// All that LibTorch can still have, or the limit.
  Bytes available() const {
    if (!cuda_) return sizes_.limit;
    const DeviceTotals totals = device_totals();
    return memory().free + totals.reserved - totals.allocated;
  }

  /// Whether two steps run within the limit. Anything but full memory is an error.
  bool runs(const ScaleSettings& settings, Bytes limit) const {
    if (cuda_) {
      empty_cache();  // which a batch that failed has left in pieces of its own sizes
      reset_device_totals();
    } else {
      set_host_limit(torch_.live_bytes() + limit);
    }
    try {
      two_steps(torch_, settings);
      torch_.seconds();  // a GPU has done them then
      set_host_limit({-1});
      return true;
    } catch (const std::exception& error) {
      set_host_limit({-1});
      if (problem_of(error, cuda_ && is_full(limit)).id != "out_of_memory") throw;
      return false;
    }
  }

  /// Whether LibTorch had so much that its libraries may have found none.
  static bool is_full(Bytes limit) {
    return device_totals().peak_allocated > limit - Bytes{limit.count / 8};
  }

  void largest_batch() {
    configuration(described("largest_batch", sizes_.largest), [&](Configuration& filled) {
      const Bytes limit = available();
      add_measured(filled, "limit", limit);
      const auto at = [&](std::int64_t batch) {
        ScaleSettings settings = sizes_.largest;
        settings.batch = batch;
        return settings;
      };
      const auto fits = [&](std::int64_t batch) {
        return predicted(cuda_, [&] { return peak_of_two_steps(meta_, at(batch), cuda_); }) <=
               limit;
      };
      std::int64_t guess = 1;
      while (fits(2 * guess)) guess *= 2;
      const auto [largest, failing] = bisect(guess, 1, fits);
      add_predicted(filled, "largest_batch", "samples", static_cast<double>(largest));
      add_predicted(filled, "failing_batch", "samples", static_cast<double>(failing));
      // Each trial narrows what is known, and stays known if a later one ends it all.
      bisect(largest, cuda_ ? std::max<std::int64_t>(1, largest / 256) : 1,
             [&](std::int64_t batch) {
               const bool ran = runs(at(batch), limit);
               add_measured(filled, ran ? "largest_batch" : "failing_batch", "samples",
                            static_cast<double>(batch));
               return ran;
             });
    });
  }

  void by_recipe(const Recipe& recipe) {
    configuration(
        {.id = "recipe", .settings = {{"recipe", std::string(recipe.id)}}},
        [&](Configuration& filled) {
          const std::int64_t n = sizes_.recipe_parameters;
          const auto per_parameter = [&](const auto& engine) {
            const RecipeBytes bytes = execute_recipe(engine, recipe, Sharding::replicated, n, 1);
            return static_cast<double>(bytes.total().count) / static_cast<double>(n);
          };
          const char* const name = "bytes_per_parameter";
          add_predicted(filled, name, name, predicted(cuda_, [&] { return per_parameter(meta_); }));
          add_measured(filled, name, name, per_parameter(torch_));
        });
  }

  /// What the device counts beside LibTorch's allocator: CUDA's context and libraries.
  void outside() {
    configuration({.id = "outside", .settings = {}}, [&](Configuration& filled) {
      const DeviceMemory device = memory();
      const Bytes reserved = device_totals().reserved;
      add_measured(filled, "device_memory", device.all);
      add_measured(filled, "device_used", device.used());
      add_measured(filled, "reserved", reserved);
      add_measured(filled, "outside_allocator", device.used() - reserved);
    });
  }

  Measurement& report_;
  const OnProgress& progress_;
  bool cuda_;
  const ScaleSizes& sizes_;
  Engine meta_;
  TorchEngine torch_;
};

}  // namespace

void measure_scale(Measurement& report, const OnProgress& progress) {
  Scale(report, progress).run();
}

}  // namespace tally::measure
