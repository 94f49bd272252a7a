#include "account/step.h"

#include <algorithm>

#include "account/optimizer_step.h"
#include "account/rank_parameters.h"
#include "account/routing.h"
#include "models/make_inputs.h"
#include "models/make_llama.h"
#include "models/recompute_attention.h"
#include "ops/nonzero.h"

namespace tally {
namespace {

/// Cuts the recording of a step into its parts.
class Cutter {
 public:
  explicit Cutter(ExecutedStep& step) : step_(step) {}

  std::size_t at() const { return record_.recording().events.size(); }
  void mark() { marks_.push_back(at()); }

  void cut(StepPart part, std::int64_t micro_batch = 0) {
    const Recording& recording = record_.recording();
    ExecutedPart made{part, micro_batch, changes_of(recording, begin_, at()), {}, {}};
    made.flops = flops_.total() - counted_;
    counted_ = flops_.total();
    if (part == StepPart::forward && !marks_.empty()) {
      forward_blocks(made);
      if (micro_batch == 0) step_.forward_end = at();
    }
    if (part == StepPart::backward) backward_blocks(made);
    begin_ = at();
    step_.parts.push_back(std::move(made));
  }

  void finish() { step_.recording = record_.take(); }

 private:
  static bool counts(const Event& event) {
    return event.kind == EventKind::allocate || event.kind == EventKind::free ||
           event.kind == EventKind::categorize;
  }

  void forward_blocks(ExecutedPart& part) {
    const std::vector<Event>& events = record_.recording().events;
    std::vector<std::uint64_t> nodes(marks_.size(), 0);
    for (std::size_t i = begin_; i < at(); ++i) {
      const auto block = std::upper_bound(marks_.begin(), marks_.end(), i) - marks_.begin() - 1;
      if (counts(events[i])) part.blocks.push_back(block);
      if (events[i].kind != EventKind::save || block < 0) continue;
      std::uint64_t& first = nodes[static_cast<std::size_t>(block)];
      if (first == 0) first = events[i].node;
    }
    // A block within a checkpoint saves nothing of its own: it counts to the first of its segment.
    for (std::size_t b = nodes.size(); b-- > 1;)
      if (nodes[b - 1] == 0) nodes[b - 1] = nodes[b];
    first_nodes_ = nodes;
    if (step_.first_nodes.empty()) step_.first_nodes = nodes;
    marks_.clear();
  }

  /// Backward goes from the last node to the first.
  void backward_blocks(ExecutedPart& part) {
    const std::vector<Event>& events = record_.recording().events;
    auto block = static_cast<std::int64_t>(first_nodes_.size()) - 1;
    for (std::size_t i = begin_; i < at(); ++i) {
      const Event& event = events[i];
      if (event.kind == EventKind::release || event.kind == EventKind::unsave)
        while (block >= 0 && event.node < first_nodes_[static_cast<std::size_t>(block)]) --block;
      if (counts(event)) part.blocks.push_back(block);
    }
  }

  ExecutedStep& step_;
  Record record_;
  CountFlops flops_;
  Flops counted_;
  std::size_t begin_ = 0;
  std::vector<std::size_t> marks_;
  std::vector<std::uint64_t> first_nodes_;
};

/// The path's block, or -1.
std::int64_t block_of(std::string_view path, std::string_view prefix) {
  if (!path.starts_with(prefix)) return -1;
  std::int64_t block = 0;
  for (const char c : path.substr(prefix.size())) {
    if (c < '0' || c > '9') break;
    block = 10 * block + (c - '0');
  }
  return block;
}

bool trains(const TrainingConfig& config, std::string_view path, std::string_view prefix) {
  if (config.profile.lora.rank > 0) return path.find(".lora_") != std::string_view::npos;
  const std::int64_t block = block_of(path, prefix);
  if (block >= 0) return block >= config.frozen_blocks;
  const bool table = path.find("wte") != std::string_view::npos ||
                     path.find("wpe") != std::string_view::npos ||
                     path.find("embed_tokens") != std::string_view::npos;
  return !(table && config.frozen_embeddings);
}

/// Blocks that run as one: those of a checkpoint, or a single one.
struct Segment {
  std::size_t end;
  bool recomputed;
};
Segment segment_from(const TrainingConfig& config, std::size_t begin, std::size_t depth) {
  if (config.recompute_every > 0)
    return {std::min(depth, begin + static_cast<std::size_t>(config.recompute_every)), true};
  const std::vector<std::int64_t>& list = config.recompute_boundaries;
  for (std::size_t i = 0; i + 1 < list.size(); ++i)
    if (static_cast<std::size_t>(list[i]) == begin)
      return {static_cast<std::size_t>(list[i + 1]), true};
  return {begin + 1, false};
}

/// The step is one on a GPU, whose checkpoints keep the states of random generators on the host.
constexpr CheckpointOptions on_gpu{.rng_state_on_device = false};

/// The forward pass down to the loss, parameters gathered where the rank keeps a share of them.
template <class Model>
Tensor forward(const Engine& engine, RankParameters& rank, const TrainingConfig& config,
               const Model& model, const ModelInputs<Tensor>& inputs, Cutter& cutter) {
  Tensor h = rank.with(model.before_blocks(), false,
                       [&](const Model& first) { return first.embed(inputs); });
  const std::size_t depth = model.blocks().size();
  // Checkpoints keep it until backward: of this function's own it holds nothing.
  const auto run = [&rank, &model, &inputs](std::size_t i, const Tensor& x, bool recomputed) {
    return rank.with(model.blocks()[i], recomputed,
                     [&](const auto& block) { return model.run(block, x, inputs); });
  };
  for (std::size_t i = 0; i < depth;) {
    const Segment segment = segment_from(config, i, depth);
    const std::size_t end = segment.end;
    for (std::size_t b = i; b < end; ++b) cutter.mark();
    if (!segment.recomputed) {
      h = run(i, h, false);
    } else {
      h = engine.checkpoint(
          [run, i, end](const Tensor& x) {
            Tensor out = x;
            for (std::size_t b = i; b < end; ++b) out = run(b, out, true);
            return out;
          },
          h, on_gpu);
    }
    i = end;
  }
  cutter.mark();
  return rank.with(model.after_blocks(), false,
                   [&](const Model& last) { return last.loss(h, inputs); });
}

template <class Config>
ExecutedStep execute(const TrainingConfig& training, const Config& config, std::int64_t layers,
                     std::int64_t micro_batches) {
  const Engine engine(Device::meta);
  const KernelScope kernels(training.kernels);
  const AssumeNonzero routing(balanced_routing);
  ExecutedStep step;
  step.layers = layers;
  {
    Cutter cutter(step);
    RankParameters rank(engine, training);
    auto model = make_model(config, training.profile, layers,
                            [&](const Shape& shape) { return rank.make(shape); });
    if (training.recompute_attention) recompute_attention(engine, model, on_gpu);
    for_each_parameter(model, [&](const std::string& path, const Tensor& own) {
      rank.set_path(own, path, trains(training, path, model.block_prefix));
    });
    step.parameters = rank.elements();
    step.trainable = rank.trainable();
    cutter.cut(StepPart::parameters);
    rank.make_updated();
    cutter.cut(StepPart::parameters);  // the float32 copies
    const auto inputs = make_inputs(engine, config, model, training.batch, training.sequence,
                                    training.regime.parameter, training.regime.autocast);
    cutter.cut(StepPart::inputs);
    const std::vector<Tensor> updated = rank.updated();
    OptimizerStep optimizer(engine, training);
    optimizer.make_states(updated);
    cutter.cut(StepPart::states);
    for (std::int64_t m = 0; m < micro_batches; ++m) {
      rank.set_last_micro_batch(m + 1 == micro_batches);
      Tensor loss;
      {
        const PhaseScope phase(Phase::forward);
        const Autocast autocast(training.regime.autocast);
        loss = forward(engine, rank, training, model, inputs, cutter);
        if (training.micro_batches > 1)
          loss = div(loss, static_cast<double>(training.micro_batches));
        cutter.cut(StepPart::forward, m);
      }
      // What the region kept and nobody saved is gone: block by block once more.
      if (training.regime.autocast) cutter.cut(StepPart::forward, m);
      engine.backward(loss);
      loss = {};
      cutter.cut(StepPart::backward, m);
    }
    optimizer.step(updated, rank.gradients(), [&] { cutter.cut(StepPart::optimizer_step); });
    rank.write_back();
    cutter.cut(StepPart::optimizer_step);
    rank.zero_grad();
    cutter.cut(StepPart::zero_grad);
    cutter.finish();
  }
  return step;
}

}  // namespace

ExecutedStep execute_step(const TrainingConfig& config, std::int64_t layers,
                          std::int64_t micro_batches) {
  return std::visit(
      [&](const auto& model) { return execute(config, model, layers, micro_batches); },
      config.model);
}

}  // namespace tally
