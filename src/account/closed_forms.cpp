#include "account/closed_forms.h"

#include <algorithm>
#include <set>
#include <utility>

#include "account/block_forms.h"
#include "account/tensor_sizes.h"

namespace tally {
namespace {

using Factor = ClosedSum::Factor;

constexpr std::string_view zero_source = "Rajbhandari et al., arXiv 1910.02054, section 3.1",
                           zero_stages = "Rajbhandari et al., arXiv 1910.02054, section 5",
                           lora_paper = "Hu et al., arXiv 2106.09685, section 4.1",
                           eight_bit_paper = "Dettmers et al., arXiv 2110.02861, section 2",
                           checkpoint_paper = "Chen et al., arXiv 1604.06174, section 4.1",
                           korthikanti = "Korthikanti et al., arXiv 2205.05198, section 4.1",
                           selective = "Korthikanti et al., arXiv 2205.05198, section 5",
                           torch_saves =
                               "PyTorch 2.6, tools/autograd/derivatives.yaml: what each op saves",
                           moe_saves =
                               "transformers 4.51, models/mixtral/modeling_mixtral.py, and "
                               "PyTorch 2.6, tools/autograd/derivatives.yaml";

ClosedForm line(std::string_view id, FormHolds holds, ClosedText text, std::string_view source) {
  ClosedForm made{.id = id, .holds = holds};
  made.formula = std::move(text.formula);
  made.numbers = std::move(text.numbers);
  made.value = {text.value};
  made.source = source;
  return made;
}

ClosedForm unknown(std::string_view id, FormHolds holds, FormUnknown why) {
  return {.id = id, .holds = holds, .unknown = why};
}

/// What is kept of the tensors of a model, all of them or those that train, by one of N GPUs.
class States {
 public:
  explicit States(const TrainingConfig& config) : config_(config), sizes_(tensor_sizes(config)) {
    all_train_ = std::all_of(sizes_.begin(), sizes_.end(),
                             [](const TensorSize& each) { return each.trains; });
  }

  void add_lines(std::vector<ClosedForm>& lines) const {
    const Regime& regime = config_.regime;
    const std::int64_t bytes = itemsize(regime.parameter).count;
    ClosedSum parameters;
    if (!shares(3)) {
      parameters.add(
          {count(bytes), all("P", [](const TensorSize& each) { return !each.adapter; })});
      if (lora())
        parameters.add(
            {count(bytes), all("A", [](const TensorSize& each) { return each.adapter; })});
    } else {
      parameters.add({count(bytes), share("P", [](const TensorSize&) { return true; })});
    }
    add(lines, "parameters", parameters, 3);
    if (regime.master_weights) add(lines, "master_weights", trained(4, 1), 1);
    add(lines, "gradients", trained(regime.main_gradients ? 4 : bytes, 2), 2);
    if (config_.optimizer.moments == 0) return;
    if (config_.optimizer.eight_bit)
      add(lines, "optimizer_state", eight_bit(), 1);
    else
      add(lines, "optimizer_state", moments(), 1);
  }

 private:
  bool shares(int stage) const { return config_.gpus > 1 && config_.zero_stage >= stage; }
  bool lora() const { return config_.profile.lora.rank > 0; }
  std::string_view symbol() const { return lora() ? "A" : all_train_ ? "P" : "Q"; }
  static bool trains(const TensorSize& each) { return each.trains; }

  void add(std::vector<ClosedForm>& lines, std::string_view id, const ClosedSum& sum,
           int stage) const {
    const std::string_view source = id == "optimizer_state" && config_.optimizer.eight_bit
                                        ? eight_bit_paper
                                    : shares(stage) ? zero_stages
                                    : lora()        ? lora_paper
                                                    : zero_source;
    lines.push_back(line(id, FormHolds::backward_end, sum.text(), source));
  }

  template <class Which>
  Factor all(std::string_view name, Which&& which) const {
    std::int64_t sum = 0;
    for (const TensorSize& each : sizes_)
      if (which(each)) sum += each.tensors * each.elements;
    return {name, sum};
  }
  std::int64_t share_of(std::int64_t n) const { return n / config_.gpus + (n % config_.gpus != 0); }
  /// A part of each tensor, rounded up: of their sum where nothing is.
  template <class Which>
  Factor share(std::string_view name, Which&& which) const {
    std::int64_t sum = 0;
    bool even = true;
    for (const TensorSize& each : sizes_) {
      if (!which(each)) continue;
      sum += each.tensors * share_of(each.elements);
      even = even && each.elements % config_.gpus == 0;
    }
    if (!even) return {name == "P" ? "Σ⌈p / N⌉" : name == "A" ? "Σ⌈a / N⌉" : "Σ⌈q / N⌉", sum};
    return {name == "P" ? "P / N" : name == "A" ? "A / N" : "Q / N", sum};
  }
  Factor trained_elements(int stage) const {
    return shares(stage) ? share(symbol(), trains) : all(symbol(), trains);
  }
  ClosedSum trained(std::int64_t bytes, int stage) const {
    return ClosedSum().add({count(bytes), trained_elements(stage)});
  }

  ClosedSum moments() const {
    const Regime& regime = config_.regime;
    const bool wide = regime.master_weights || regime.parameter == Dtype::float32;
    const std::int64_t bytes = wide ? 4 : itemsize(regime.moments).count;
    ClosedSum sum = trained(config_.optimizer.moments * bytes, 1);
    if (!config_.optimizer.counter || config_.stepping != Stepping::fused) return sum;
    std::int64_t tensors = 0;  // a fused step keeps its counters on the device
    for (const TensorSize& each : sizes_) tensors += each.trains ? each.tensors : 0;
    return sum.add({count(4), {"tensors", tensors}});
  }

  /// A byte an element and a float32 for each 256 of a tensor; of less than 4096 elements float32;
  /// and two tables of 256.
  ClosedSum eight_bit() const {
    std::int64_t packed = 0, small = 0, blocks = 0;
    for (const TensorSize& each : sizes_) {
      if (!each.trains) continue;
      const std::int64_t n = shares(1) ? share_of(each.elements) : each.elements;
      (n < 4096 ? small : packed) += each.tensors * n;
      if (n >= 4096) blocks += each.tensors * (n / 256 + (n % 256 != 0));
    }
    const std::int64_t moments = config_.optimizer.moments;
    return ClosedSum()
        .add({count(moments), {"Σn (n ≥ 4096)", packed}})
        .add({count(4 * moments), {"Σ⌈n / 256⌉", blocks}})
        .add({count(4 * moments), {"Σn (n < 4096)", small}})
        .add({count(2), count(4), count(256)});
  }

  const TrainingConfig& config_;
  const std::vector<TensorSize> sizes_;
  bool all_train_ = false;
};

/// CUDA's flash kernel copies heads whose size is no multiple of 8, which no form says.
bool pads_heads(const TrainingConfig& config) {
  if (config.profile.attention == AttentionForm::eager || config.recompute_attention ||
      config.kernels.attention != AttentionKernel::flash)
    return false;
  const auto* gpt2 = std::get_if<Gpt2Config>(&config.model);
  const std::int64_t size =
      gpt2 ? gpt2->n_embd / gpt2->n_head : std::get<LlamaConfig>(config.model).head_dim;
  return size % 8 != 0;
}

bool of_cuda(const KernelChoice& kernels) {
  return kernels.attention != AttentionKernel::cpu && kernels.norm == NormKernel::cuda;
}

/// The first block whose input is computed by what trains.
std::int64_t first_block(const TrainingConfig& config) {
  if (config.frozen_blocks > 0) return config.frozen_blocks + 1;
  return config.profile.lora.rank > 0 || config.frozen_embeddings ? 1 : 0;
}

/// The first block of each kind: with experts or not, with a window or not.
std::vector<std::int64_t> kinds_of_block(const TrainingConfig& config) {
  std::vector<std::int64_t> kinds;
  std::set<std::pair<bool, bool>> seen;
  const auto* llama = std::get_if<LlamaConfig>(&config.model);
  for (std::int64_t i = first_block(config); i < layers_of(config.model); ++i) {
    const bool windowed = llama && llama->has_window(i) && llama->sliding_window < config.sequence;
    if (seen.emplace(windowed, llama && llama->has_experts(i)).second) kinds.push_back(i);
  }
  return kinds;
}

void add_block(std::vector<ClosedForm>& lines, const TrainingConfig& config, std::int64_t index) {
  const BlockSizes z = sizes_of(config);
  const ClosedSum keeps = block_keeps(config, index);
  const auto* llama = std::get_if<LlamaConfig>(&config.model);
  const std::string_view source = config.recompute_attention           ? selective
                                  : llama && llama->has_experts(index) ? moe_saves
                                  : config.profile.lora.rank > 0       ? lora_paper
                                  : llama                              ? torch_saves
                                                                       : korthikanti;
  const auto add = [&](std::string_view id, ClosedText text, std::string_view of) {
    lines.push_back(line(id, FormHolds::blocks, std::move(text), of));
    lines.back().block = index;
  };
  add("block", keeps.text(), source);
  add("block_token", keeps.per_token(z.T, z.h), source);
  add("block_sbh", keeps.in_sbh(z.s, z.b, z.h, z.a), korthikanti);
}

void add_blocks(std::vector<ClosedForm>& lines, const TrainingConfig& config) {
  FormUnknown why = FormUnknown::none;
  const std::vector<std::int64_t> kinds = kinds_of_block(config);
  if (!config.recompute_boundaries.empty())
    why = FormUnknown::between;
  else if (!of_cuda(config.kernels))
    why = FormUnknown::kernels;
  else if (pads_heads(config))
    why = FormUnknown::padded_heads;
  else if (config.regime.autocast)
    why = FormUnknown::autocast;
  else if (kinds.empty())
    why = FormUnknown::frozen;
  if (config.recompute_every > 0 || !config.recompute_boundaries.empty()) {
    const BlockSizes z = sizes_of(config);
    lines.push_back(line("checkpoint", FormHolds::checkpoints,
                         ClosedSum().add({z.e, z.T, z.h}).text(), checkpoint_paper));
    if (config.recompute_every > 0) return;
  }
  if (why != FormUnknown::none) {
    lines.push_back(unknown("block", FormHolds::blocks, why));
    return;
  }
  for (const std::int64_t index : kinds) add_block(lines, config, index);
}

}  // namespace

std::vector<ClosedForm> closed_forms(const TrainingConfig& config) {
  std::vector<ClosedForm> lines;
  States(config).add_lines(lines);
  add_blocks(lines, config);
  // log_softmax's result, in chunks or whole; it has the dtype of the logits, or of their float32
  // copy. And where logits are capped, what tanh gives.
  const BlockSizes z = sizes_of(config);
  const auto* llama = std::get_if<LlamaConfig>(&config.model);
  ClosedSum loss;
  if (llama && llama->final_logit_softcapping > 0)
    loss.add({config.regime.autocast ? count(2) : z.e, z.T, z.V});
  loss.add({config.profile.loss == LossForm::plain ? z.e : count(4), z.T, z.V});
  lines.push_back(line("logits", FormHolds::loss, loss.text(), torch_saves));
  return lines;
}

}  // namespace tally
