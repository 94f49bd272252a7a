#include "measure/checkpoint.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Context.h>
#include <ATen/SequenceNumber.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/alias.h>
#include <torch/csrc/autograd/engine.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/check.h"
#include "core/format_text.h"
#include "measure/autocast.h"
#include "measure/saved.h"

namespace tally::measure {
namespace {

using torch::autograd::SavedVariableHooks;

/// Stands in a node for one tensor that the forward would have saved.
struct Holder {
  SaveSite site;
  Shape sizes;
  at::ScalarType type{};
  at::Tensor recomputed;
};

// A handle: its state is that of the device's one generator.
at::Generator generator_of(const at::Device& device) {
  return device.is_cuda() ? at::globalContext().defaultGenerator(device)
                          : at::detail::getDefaultCPUGenerator();
}

at::Tensor state_of(const at::Generator& generator) {
  const CategoryScope category(MemoryCategory::rng_state);
  return generator.get_state();
}

/// The states that a segment keeps: the host's, and the GPU's where its input is there.
struct RngStates {
  explicit RngStates(const at::Device& device) : host(state_of(generator_of(at::kCPU))) {
    if (device.is_cuda()) own = state_of(generator_of(device));
  }
  void restore(const at::Device& device) const {
    generator_of(at::kCPU).set_state(host);
    if (own.defined()) generator_of(device).set_state(own);
  }
  at::Tensor host, own;
};

using Body = std::function<at::Tensor(const std::vector<at::Tensor>&)>;

/// One checkpointed call: its inputs, and a holder per saved tensor in the order of saving.
struct Frame {
  Frame(Body body, const std::vector<at::Tensor>& arguments, const CheckpointOptions& settings)
      : function(std::move(body)),
        options(settings),
        node(at::sequence_number::get_and_increment() + 1),
        device(arguments.front().device()),
        autocast(autocast_enabled()) {
    for (const at::Tensor& argument : arguments) {
      inputs.push_back(detached(argument));
      inputs_require_grad.push_back(argument.requires_grad());
      record_saved(inputs.back(), site_of(inputs.size() - 1));
    }
    tracker().name_node(node, "checkpoint");
    if (options.preserve_rng_state) rng = std::make_unique<RngStates>(device);
  }
  ~Frame() {
    for (std::size_t i = 0; i < inputs.size(); ++i) tracker().unsaved(site_of(i));
  }
  /// Each input has a slot of its own: an event takes back one.
  SaveSite site_of(std::size_t input) const {
    return {node, interned("input" + std::to_string(input))};
  }

  Body function;
  CheckpointOptions options;
  std::uint64_t node;
  at::Device device;
  std::vector<at::Tensor> inputs;
  std::vector<bool> inputs_require_grad;
  bool autocast;  // within a region, in which it is recomputed
  std::unique_ptr<RngStates> rng;
  std::vector<std::weak_ptr<Holder>> holders;
  int recomputed_in = -1;  // the pass of backward that it was recomputed in
};

/// torch.random.fork_rng: the segment's states, until `leave` or the end of the scope.
class ForkedGenerator {
 public:
  explicit ForkedGenerator(const Frame& frame) : device_(frame.device) {
    if (!frame.rng) return;
    before_ = std::make_unique<RngStates>(device_);
    frame.rng->restore(device_);
  }
  ~ForkedGenerator() { leave(); }
  ForkedGenerator(const ForkedGenerator&) = delete;
  ForkedGenerator& operator=(const ForkedGenerator&) = delete;
  void leave() {
    if (before_) before_->restore(device_);
    before_ = nullptr;
  }

 private:
  at::Device device_;
  std::unique_ptr<RngStates> before_;
};

/// Thrown by the last tensor that is saved again; caught where the recomputation began.
struct EarlyStop {};

struct Recomputation {
  Frame& frame;
  ForkedGenerator forked;
  std::size_t count = 0;

  void take(const at::Tensor& tensor) {
    if (count < frame.holders.size())
      if (const std::shared_ptr<Holder> holder = frame.holders[count].lock()) {
        check(holder->sizes == shape_of(tensor) && holder->type == tensor.scalar_type(), [&] {
          return format_text(
              "[checkpoint] recomputation saved a tensor of shape {} where the forward saved one "
              "of "
              "shape {}, or of another dtype: the function is not deterministic",
              to_string(shape_of(tensor)), to_string(holder->sizes));
        });
        holder->recomputed = detached(tensor);
        record_saved(holder->recomputed, holder->site);
      }
    if (++count == frame.holders.size() && frame.options.early_stop) {
      // While the function's variables are still alive, as in Python.
      if (frame.autocast) Autocast::clear_cache();
      forked.leave();
      throw EarlyStop();
    }
  }
};

/// What the graph of a recomputation keeps: nothing of it is run, so the tensor itself.
class Recomputed final : public SavedVariableHooks {
 public:
  explicit Recomputed(Recomputation& recomputation) : recomputation_(recomputation) {}
  void call_pack_hook(const at::Tensor& tensor) override {
    recomputation_.take(tensor);
    tensor_ = detached(tensor);
  }
  at::Tensor call_unpack_hook() override { return tensor_; }

 private:
  Recomputation& recomputation_;
  at::Tensor tensor_;
};

void recompute(Frame& frame) {
  Recomputation recomputation{frame, ForkedGenerator(frame)};
  try {
    const HooksScope hooks([&] { return std::make_unique<Recomputed>(recomputation); });
    const at::AutoGradMode enable_grad(true);
    const Autocast autocast(frame.autocast);
    const CategoryScope category(MemoryCategory::activation);
    std::vector<at::Tensor> inputs;
    for (std::size_t i = 0; i < frame.inputs.size(); ++i) {
      inputs.push_back(detached(frame.inputs[i]));
      // An alias: autocast would keep the copy of a leaf, which in Python it is not.
      if (frame.inputs_require_grad[i])
        inputs.back() = at::alias(inputs.back().set_requires_grad(true));
    }
    frame.function(inputs);
  } catch (const EarlyStop&) {
  }
  recomputation.forked.leave();
  check(recomputation.count == frame.holders.size(), [&] {
    return format_text(
        "[checkpoint] the forward saved {} tensors, recomputation {}: the function is not "
        "deterministic",
        frame.holders.size(), recomputation.count);
  });
}

/// In the place of a saved tensor: its holder.
class Held final : public SavedVariableHooks {
 public:
  explicit Held(std::shared_ptr<Frame> frame) : frame_(std::move(frame)) {}
  void call_pack_hook(const at::Tensor& tensor) override {
    holder_ = std::make_shared<Holder>(
        Holder{next_save_site(), shape_of(tensor), tensor.scalar_type(), {}});
    frame_->holders.push_back(holder_);
  }
  at::Tensor call_unpack_hook() override {
    Frame& frame = *frame_;
    const int pass = torch::autograd::get_current_graph_task_id();
    if (frame.recomputed_in != pass) {
      frame.recomputed_in = pass;
      recompute(frame);
    }
    check(holder_->recomputed.defined(),
          "[checkpoint] a saved tensor was unpacked twice in one pass of backward");
    tracker().unsaved(holder_->site);
    return std::exchange(holder_->recomputed, {});
  }

 private:
  std::shared_ptr<Frame> frame_;
  std::shared_ptr<Holder> holder_;
};

}  // namespace

at::Tensor checkpoint(const std::function<at::Tensor(const at::Tensor&)>& function,
                      const at::Tensor& input, const CheckpointOptions& options) {
  check(static_cast<bool>(function), "[checkpoint] the function is empty");
  return checkpoint(
      [function](const std::vector<at::Tensor>& inputs) { return function(inputs[0]); },
      std::vector<at::Tensor>{input}, options);
}

at::Tensor checkpoint(const Body& function, const std::vector<at::Tensor>& inputs,
                      const CheckpointOptions& options) {
  check(static_cast<bool>(function), "[checkpoint] the function is empty");
  check(!inputs.empty(), "[checkpoint] there is no input");
  for (const at::Tensor& input : inputs)
    check(input.defined(), "[checkpoint] the input is undefined");
  const auto frame = std::make_shared<Frame>(function, inputs, options);
  const HooksScope hooks([&frame] { return std::make_unique<Held>(frame); });
  return function(inputs);
}

}  // namespace tally::measure
