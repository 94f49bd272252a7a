// A training step of a language model on one engine, and what of it is compared between two.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/event.h"
#include "measure/torch_engine.h"
#include "models/model_config.h"
#include "nn/profile.h"

namespace tally {

class Engine;

namespace measure {

struct ModelSettings {
  ModelConfig config = LlamaConfig{};
  ModelProfile profile = {};
  Dtype dtype = Dtype::float32;
  std::int64_t batch = 2, length = 5;
  std::vector<std::int64_t> segments = {};  // blocks of each checkpoint (models/forward.h)
  bool selective = false;                   // the core of attention is recomputed
  bool autocast = false;                    // the forward pass runs under it, in bfloat16
};

struct ModelStep {
  std::int64_t parameters = 0;
  bool autocast = false;
  Recording recording = {};  // of the step, the optimizer's included
  std::size_t forward_end = 0;
  Flops forward = {}, backward = {};
  double loss = 0;
  std::vector<std::pair<std::string, std::vector<double>>> gradients = {};  // by path

  Bytes saved() const;  // at the end of the forward pass
  Bytes peak() const;   // beyond what was there before the step
};

ModelStep model_step(const Engine& engine, const ModelSettings& settings);
ModelStep model_step(const TorchEngine& engine, const ModelSettings& settings);

/// Its allocations and frees: phase and bytes, with a sign. Under autocast frees that follow each
/// other are by size: its cache is a map by address, which lets go of all it has at once.
std::vector<std::pair<Phase, std::int64_t>> stream_of(const ModelStep& step);
/// How many allocations and frees, from the first one on, are the same in both: phase and bytes.
std::int64_t equal_events(const ModelStep& a, const ModelStep& b);
std::int64_t events_of(const ModelStep& step);

struct SmallModel {
  std::string_view preset;  // the first one that looks like this
  ModelConfig config;
};

/// Every architecture and variant among the published models, two blocks of it or a few, so narrow
/// that a step takes no time.
std::vector<SmallModel> small_models();

}  // namespace measure
}  // namespace tally
