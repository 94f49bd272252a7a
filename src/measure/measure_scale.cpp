#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "core/check.h"
#include "engine/engine.h"
#include "measure/allocation.h"
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

double as_double(Bytes bytes) { return static_cast<double>(bytes.count); }

void add(Configuration& configuration, const char* id, Bytes predicted, Bytes measured) {
  configuration.numbers.push_back({id, "bytes", as_double(predicted), as_double(measured)});
}
void add(Configuration& configuration, const char* id, Bytes measured) {
  configuration.numbers.push_back({id, "bytes", {}, as_double(measured)});
}

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
    if (cuda_) workspace();
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

  /// What matrix products keep of a GPU once they have run: cuBLAS's workspace, in LibTorch's
  /// allocator.
  void workspace() {
    configuration({.id = "workspace", .settings = {}}, [&](Configuration& filled) {
      for (const Dtype dtype : {Dtype::float32, Dtype::bfloat16})
        ScaleStep<TorchEngine>(torch_, {1, 256, 256, dtype}).run();
      add(filled, "workspace", torch_.live_bytes());
    });
  }

  void step(const char* id, const ScaleSettings& settings) {
    configuration(described(id, settings), [&](Configuration& filled) {
      const StepNumbers ours = ScaleStep<Engine>(meta_, settings).record();
      if (cuda_) {
        reset_device_totals();
        reset_peak_requested();
      }
      ScaleStep<TorchEngine> measured(torch_, settings);
      const StepNumbers theirs = measured.record();
      add(filled, "parameter_bytes", ours.parameters, theirs.parameters);
      add(filled, "gradient_bytes", ours.gradients, theirs.gradients);
      add(filled, "states", ours.states, theirs.states);
      add(filled, "saved", ours.saved, theirs.saved);
      add(filled, "peak", ours.peak, theirs.peak);
      filled.numbers.push_back({"flops", "flops", static_cast<double>(ours.flops.count),
                                static_cast<double>(theirs.flops.count)});
      if (cuda_) {
        if (const auto requested = peak_requested()) add(filled, "peak_requested", *requested);
        add(filled, "peak_allocated", device_totals().peak_allocated);
        add(filled, "peak_reserved", device_totals().peak_reserved);
      }
      double seconds = std::numeric_limits<double>::infinity();
      for (int i = 0; i < 3; ++i) {
        const double begin = torch_.seconds();
        measured.run();
        seconds = std::min(seconds, torch_.seconds() - begin);
      }
      filled.numbers.push_back({"seconds", "seconds", {}, seconds});
      filled.numbers.push_back({"flops_per_second",
                                "flops_per_second",
                                {},
                                static_cast<double>(theirs.flops.count) / seconds});
    });
  }

  struct DeviceMemory {
    Bytes all, used;
  };
  /// Fails where nvidia-smi does not say it, or not of the GPU that LibTorch takes.
  static DeviceMemory device_memory() {
    const DeviceFacts facts = device_facts(true);
    check(facts.memory && facts.used,
          "nvidia-smi does not say how much memory this GPU has and how much is in use");
    check(device_totals().reserved <= *facts.used,
          "nvidia-smi says that less is in use than LibTorch alone has: it means another GPU");
    return {*facts.memory, *facts.used};
  }

  /// All that LibTorch can have, or the limit.
  Bytes available() const {
    if (!cuda_) return sizes_.limit;
    const DeviceMemory device = device_memory();
    return device.all - device.used + device_totals().reserved - torch_.live_bytes();
  }

  bool runs(const ScaleSettings& settings) const {
    try {
      if (!cuda_) set_host_limit(torch_.live_bytes() + sizes_.limit);
      peak_of_two_steps(torch_, settings);
      set_host_limit({-1});
      return true;
    } catch (const std::exception& error) {
      set_host_limit({-1});
      if (problem_of(error).id != "out_of_memory") throw;
      return false;
    }
  }

  /// The greatest batch for which `fits` holds and the least tried for which it does not, no
  /// further apart than `step`.
  template <class Fits>
  static std::pair<std::int64_t, std::int64_t> bisect(std::int64_t guess, std::int64_t step,
                                                      Fits&& fits) {
    std::int64_t low = 0, high = std::max<std::int64_t>(guess, 1);
    while (fits(high)) {
      low = high;
      high += std::max(step, high / 16);
    }
    while (high - low > step) {
      // The guess is near: look there first.
      const std::int64_t near = low == 0 ? high - std::max(step, high / 16) : (low + high) / 2;
      const std::int64_t middle = std::clamp(near, low + 1, high - 1);
      (fits(middle) ? low : high) = middle;
    }
    return {low, high};
  }

  void largest_batch() {
    configuration(described("largest_batch", sizes_.largest), [&](Configuration& filled) {
      const Bytes limit = available();
      const auto at = [&](std::int64_t batch) {
        ScaleSettings settings = sizes_.largest;
        settings.batch = batch;
        return settings;
      };
      std::int64_t guess = 1;
      while (peak_of_two_steps(meta_, at(2 * guess)) <= limit) guess *= 2;
      const auto predicted = bisect(guess, 1, [&](std::int64_t batch) {
        return peak_of_two_steps(meta_, at(batch)) <= limit;
      });
      const std::int64_t step = cuda_ ? std::max<std::int64_t>(1, predicted.first / 256) : 1;
      const auto measured =
          bisect(predicted.first, step, [&](std::int64_t batch) { return runs(at(batch)); });
      add(filled, "limit", limit);
      const auto batch = [&](const char* id, std::int64_t ours, std::int64_t theirs) {
        filled.numbers.push_back(
            {id, "samples", static_cast<double>(ours), static_cast<double>(theirs)});
      };
      batch("largest_batch", predicted.first, measured.first);
      batch("failing_batch", predicted.second, measured.second);
    });
  }

  void by_recipe(const Recipe& recipe) {
    configuration(
        {.id = "recipe", .settings = {{"recipe", std::string(recipe.id)}}},
        [&](Configuration& filled) {
          const std::int64_t n = sizes_.recipe_parameters;
          const auto per_parameter = [n](Bytes bytes) {
            return as_double(bytes) / static_cast<double>(n);
          };
          const Bytes before = torch_.live_bytes();  // a GPU's workspace
          const RecipeBytes ours = execute_recipe(meta_, recipe, Sharding::replicated, n, 1);
          const RecipeBytes theirs = execute_recipe(torch_, recipe, Sharding::replicated, n, 1);
          // A GPU's counters are the host's, so that they are not to be taken off.
          const Bytes counters = cuda_ ? theirs.counters : Bytes{};
          filled.numbers.push_back({"bytes_per_parameter", "bytes_per_parameter",
                                    per_parameter(ours.total()),
                                    per_parameter(theirs.total() + counters - before)});
        });
  }

  /// What the device counts beside LibTorch's allocator: CUDA's context and libraries.
  void outside() {
    configuration({.id = "outside", .settings = {}}, [&](Configuration& filled) {
      const DeviceMemory device = device_memory();
      add(filled, "device_memory", device.all);
      add(filled, "device_used", device.used);
      add(filled, "reserved", device_totals().reserved);
      add(filled, "outside_allocator", device.used - device_totals().reserved);
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
