#include "measure/numbers.h"

#include "core/format_text.h"
#include "experiments/accumulation.h"
#include "experiments/activation.h"
#include "experiments/budget.h"
#include "experiments/checkpointing.h"
#include "experiments/levers.h"
#include "experiments/optimizer_state.h"
#include "experiments/recipes.h"
#include "formats/measurement.h"

namespace tally::measure {
namespace {

/// The total, and its parts where there are any.
void add(Numbers& numbers, const std::string& id, const BytesByCategory& bytes) {
  numbers.add(id, PhaseEnd::sum(bytes));
  for (std::size_t c = 0; c < bytes.size(); ++c)
    if (bytes[c] != Bytes{})
      numbers.add(format_text("{}.{}", id, tally::id(static_cast<MemoryCategory>(c))), bytes[c]);
}

void add(Numbers& numbers, const ActivationPoint& point) {
  const std::string at = format_text("[{}x{}]", point.layers, point.tokens);
  numbers.add("saved" + at, point.saved);
  numbers.add("parameters" + at, point.parameters);
}

void add(Numbers& numbers, const std::string& id, const CheckpointingRun& run) {
  numbers.add("saved_peak[" + id + "]", run.saved_peak);
  numbers.add("flops_forward[" + id + "]", run.forward);
  numbers.add("flops[" + id + "]", run.total);
  numbers.add("peak[" + id + "]", run.live_peak);
  numbers.add("rng_state[" + id + "]", run.rng_peak);
}

double as_double(Bytes bytes) { return static_cast<double>(bytes.count); }
double gigabytes(Bytes bytes) { return as_double(bytes) / 1e9; }

}  // namespace

Numbers numbers_of(const RecipesResult& result) {
  Numbers numbers;
  for (const RecipeRow& row : result.rows) {
    numbers.add(format_text("recipes/{}/total", row.recipe.id), row.per_parameter_in_all(),
                "bytes_per_parameter");
    numbers.add(format_text("recipes/{}/largest", row.recipe.id), row.largest, "parameters");
  }
  for (std::size_t i = 0; i < result.rows.size(); ++i)
    numbers.points.push_back({"recipes", MeasuredPoint::sum, static_cast<double>(i),
                              static_cast<double>(result.rows[i].per_parameter_in_all())});
  numbers.end_headline();
  for (const RecipeRow& row : result.rows) {
    add(numbers, format_text("at_largest[{}]", row.recipe.id), row.at_largest.by_category);
    add(numbers, format_text("beyond[{}]", row.recipe.id), row.beyond.by_category);
    numbers.add(format_text("counters[{}]", row.recipe.id), row.at_largest.counters);
  }
  for (const ShardingRow& row : result.shardings)
    numbers.add(format_text("largest[{}]", sharding_ids[static_cast<std::size_t>(row.sharding)]),
                row.largest, "parameters");
  return numbers;
}

Numbers numbers_of(const OptimizerStateResult& result) {
  Numbers numbers;
  numbers.add("bytes/before/parameters", result.parameters, "parameters");
  numbers.add("bytes/before/parameter_bytes", result.parameter_bytes);
  numbers.add("bytes/before/state", result.state_after.at(0));
  numbers.add("bytes/after_1/state", result.state_after.at(1));
  for (std::size_t i = 0; i < result.phases.size(); ++i) {
    const PhaseEnd& end = result.phases[i];
    const std::string row = format_text("phases/{}_{}/", id(end.phase), end.iteration);
    numbers.add(row + "total", end.total_at_end());
    numbers.add(row + "peak", end.total_at_peak());
    numbers.points.push_back(
        {"phases", MeasuredPoint::sum, static_cast<double>(i), as_double(end.total_at_end())});
  }
  numbers.end_headline();
  for (std::size_t i = 2; i < result.state_after.size(); ++i)
    numbers.add(format_text("state_after[{}]", i), result.state_after[i]);
  for (const StateTensor& tensor : result.tensors)
    numbers.add(format_text("state[{}]", tensor.name), tensor.bytes);
  for (const PhaseEnd& phase : result.phases) {
    const std::string at = format_text("[{} {}]", phase.iteration, id(phase.phase));
    add(numbers, "live" + at, phase.at_end);
    numbers.add("peak" + at, phase.total_at_peak());
  }
  for (const StateOfChoice& choice : result.choices)
    numbers.add(format_text("state[{}]", choice.optimizer.id), choice.state);
  return numbers;
}

Numbers numbers_of(const ActivationResult& result) {
  Numbers numbers;
  for (const ActivationPoint& point : result.lecture) {
    const std::string row = format_text("points/L{}_B{}/", point.layers, point.batch);
    numbers.add(row + "saved_bytes", point.saved);
    numbers.add(row + "parameter_bytes", point.parameters);
  }
  for (const ActivationPoint& point : result.over_layers)
    numbers.points.push_back(
        {"over_layers", "measured", static_cast<double>(point.layers), as_double(point.saved)});
  for (const ActivationPoint& point : result.over_batch)
    numbers.points.push_back(
        {"over_batch", "measured", static_cast<double>(point.batch), as_double(point.saved)});
  numbers.end_headline();
  add(numbers, result.yours);
  for (const LedgerRow& row : result.ledger) numbers.add("ledger", row.bytes);
  for (const ActivationPoint& point : result.over_layers) add(numbers, point);
  for (const ActivationPoint& point : result.over_batch) add(numbers, point);
  if (result.crossing) {
    add(numbers, result.crossing->up_to);
    add(numbers, result.crossing->beyond);
  }
  return numbers;
}

Numbers numbers_of(const AccumulationResult& result) {
  Numbers numbers;
  numbers.add("bytes/large/saved_bytes", result.saved_large);
  numbers.add("bytes/small/saved_bytes", result.saved_small);
  numbers.add("bytes/large/peak_bytes", result.peak_large);
  numbers.add("bytes/small/peak_bytes", result.peak_small);
  numbers.add("bytes/small/gradient_bytes", result.gradients);
  numbers.points = {{"saved", "saved", 0, as_double(result.saved_large)},
                    {"saved", "saved", 1, as_double(result.saved_small)},
                    {"peak", "peak", 0, as_double(result.peak_large)},
                    {"peak", "peak", 1, as_double(result.peak_small)}};
  numbers.end_headline();
  numbers.add("parameter_bytes", result.parameters);
  for (const Bytes part : result.saved_parts) numbers.add("saved_part", part);
  for (const std::int64_t size : result.sizes) numbers.add("samples", size, "samples");
  return numbers;
}

Numbers numbers_of(const CheckpointingResult& result) {
  Numbers numbers;
  const auto row = [&](const std::string& id, const CheckpointingRun& run) {
    numbers.add("segments/" + id + "/saved_bytes", run.saved_peak);
    numbers.add("segments/" + id + "/live_bytes", run.live_peak);
    numbers.add("segments/" + id + "/rng_bytes", run.rng_peak);
    numbers.add("segments/" + id + "/flops", run.total);
  };
  row("plain", result.plain);
  for (std::size_t k = 1; k <= result.by_segment.size(); ++k)
    row(format_text("{}", k), result.by_segment[k - 1]);
  for (std::size_t k = 1; k <= result.by_segment.size(); ++k) {
    const CheckpointingRun& run = result.by_segment[k - 1];
    const auto x = static_cast<double>(k);
    numbers.points.push_back({"peak", "measured", x, run.units});
    numbers.points.push_back(
        {"computation", "with", x,
         static_cast<double>(run.total.count) / static_cast<double>(run.forward.count)});
  }
  numbers.add("flops/forward/flops", result.plain.forward);
  numbers.add("flops/plain/flops", result.plain.total);
  if (!result.by_segment.empty())
    numbers.add("flops/each_layer/flops", result.by_segment.front().total);
  numbers.end_headline();
  numbers.add("gradients_equal", result.gradients_equal, "yes");
  add(numbers, "chosen", result.chosen);
  add(numbers, "100", result.hundred);
  add(numbers, "100, best", result.hundred_best);
  return numbers;
}

Numbers numbers_of(const BudgetResult& result) {
  Numbers numbers;
  for (std::size_t i = 0; i < result.round.size(); ++i) {
    const BudgetPoint& point = result.round[i];
    numbers.add(format_text("budget/{}/bytes", model_sizes[i].id), point.whole.total());
    numbers.add(format_text("budget/{}/gpus", model_sizes[i].id), point.gpus.value_or(0), "gpus");
  }
  const auto draw = [&](std::string_view series, const std::vector<BudgetPoint>& points) {
    for (const BudgetPoint& point : points)
      numbers.points.push_back({"budget", series, static_cast<double>(point.parameters),
                                gigabytes(point.whole.total())});
  };
  draw("curve", result.curve);
  draw("lecture", result.round);
  draw("real", result.real);
  numbers.end_headline();
  const auto point = [&](const BudgetPoint& each) {
    add(numbers, format_text("whole[{}]", each.parameters), each.whole.by_category);
    add(numbers, format_text("share[{}]", each.parameters), each.share.by_category);
  };
  for (const BudgetPoint& each : result.real) point(each);
  point(result.yours);
  for (const BudgetPoint& each : result.curve) point(each);
  return numbers;
}

// Without peaks: the levers run on meta, where LibTorch makes other temporaries than on its CPU.
Numbers numbers_of(const LeversResult& result) {
  Numbers numbers;
  const auto bytes = [&](const std::string& id, const LeverBytes& each) {
    numbers.add("states[" + id + "]", each.states());
    numbers.add("saved[" + id + "]", each.saved);
    numbers.add("flops[" + id + "]", each.flops);
    numbers.add("waiting[" + id + "]", each.waiting);
  };
  bytes("none", result.runs.before);
  for (const Lever lever : levers)
    bytes(std::string(lever_ids[static_cast<std::size_t>(lever)]), result.runs.at(lever));
  const auto draw = [&](double x, const LeverBytes& each) {
    numbers.points.push_back({"states", MeasuredPoint::sum, x, gigabytes(each.states())});
  };
  draw(0, result.large.before);
  for (std::size_t i = 0; i < levers.size(); ++i)
    draw(static_cast<double>(i + 1), result.large.at(levers[i]));
  numbers.end_headline();
  bytes("large, none", result.large.before);
  for (const Lever lever : levers)
    bytes(format_text("large, {}", lever_ids[static_cast<std::size_t>(lever)]),
          result.large.at(lever));
  return numbers;
}

}  // namespace tally::measure
