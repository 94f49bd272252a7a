#include "account/states.h"

#include "account/optimizer_step.h"
#include "account/rank_parameters.h"
#include "account/repetition.h"
#include "account/stream.h"
#include "models/gpt2.h"
#include "models/make_llama.h"

namespace tally {

std::int64_t executed_parameters(const ModelConfig& model) {
  const Engine engine(Device::meta);
  const auto with_layers = [&](std::int64_t layers) {
    const auto parameter = [&](const Shape& shape) {
      return engine.parameter(shape, Dtype::bfloat16, 0);
    };
    const auto made = [&](const auto& config) {
      return parameter_count(make_model(config, eager_profile, layers, parameter));
    };
    return std::visit(made, model);
  };
  const std::int64_t layers = layers_of(model);
  TrainingConfig config;
  config.model = model;
  const std::optional<Repetition> repetition = repetition_of(config);
  if (!repetition) return with_layers(layers);
  const auto [period, blocks] = *repetition;
  const std::int64_t shorter = with_layers(blocks);
  return shorter + (layers - blocks) / period * (with_layers(blocks + period) - shorter);
}

namespace {

struct OneWeight {
  Tensor weight;
  static constexpr auto fields() { return std::tuple{Field{"weight", &OneWeight::weight}}; }
};

}  // namespace

BytesByCategory executed_states(const TrainingConfig& config, std::int64_t parameters) {
  const Engine engine(Device::meta);
  Record record;
  RankParameters rank(engine, config);
  const OneWeight model{rank.make({parameters})};
  rank.set_path(model.weight, "weight", true);
  rank.make_updated();
  OptimizerStep optimizer(engine, config);
  optimizer.make_states(rank.updated());
  rank.set_last_micro_batch(!config.gradients_unsharded);
  engine.backward(
      rank.with(model, false, [](const OneWeight& prepared) { return sum(prepared.weight); }));
  const Recording& recording = record.recording();
  Walk walk;
  for (const Change& change : changes_of(recording, 0, recording.events.size())) walk.apply(change);
  return walk.now;
}

}  // namespace tally
