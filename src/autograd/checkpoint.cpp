#include "autograd/checkpoint.h"

#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "autograd/autocast.h"
#include "autograd/backward.h"
#include "autograd/generator.h"
#include "autograd/grad_mode.h"
#include "autograd/node.h"
#include "autograd/saved_tensor.h"
#include "core/check.h"
#include "core/format_text.h"
#include "tensor/recorder.h"

namespace tally {
namespace {

using Body = std::function<Tensor(const std::vector<Tensor>&)>;

struct Frame;

thread_local int composite_ops = 0;
thread_local const std::function<void()>* after_composite_op = nullptr;

/// Stands in a node for one tensor that the forward would have saved.
struct Holder {
  std::shared_ptr<Frame> frame;
  SaveSite site;
  Shape sizes;
  Dtype dtype{};
  Tensor recomputed;
};

/// One checkpointed call: its inputs, and a holder per saved tensor in the order of saving.
struct Frame {
  Frame(Body body, const std::vector<Tensor>& arguments, CheckpointOptions settings)
      : function(std::move(body)),
        options(settings),
        id(next_sequence_nr() + 1),
        autocast(autocast_enabled()),
        device(arguments.front().device()) {
    for (const Tensor& argument : arguments) {
      inputs.emplace_back(argument, SaveSite{id, "checkpoint", "input"});
      input_requires_grad.push_back(argument.requires_grad());
    }
  }
  ~Frame() { recorder().released(id); }

  Body function;
  CheckpointOptions options;
  std::uint64_t id;
  bool autocast;  // within a region, in which it is recomputed
  std::deque<SavedTensor> inputs;
  Device device;
  std::vector<bool> input_requires_grad;
  GeneratorState state;
  Tensor rng_state;  // the bytes of PyTorch's state; ours needs 16 of them
  std::vector<std::weak_ptr<Holder>> holders;
  std::uint64_t recomputed_in = 0;  // the backward pass that it was recomputed in
};

/// Nothing where it takes no bytes of the device.
Tensor allocate_rng_state(const Frame& frame) {
  if (!frame.options.rng_state_on_device) return {};
  const HostScope host;
  return empty({rng_state_bytes}, Dtype::uint8, frame.device, MemoryCategory::rng_state);
}

/// torch.random.fork_rng: the segment's generator state, until `leave` or the end of the scope.
class ForkedGenerator {
 public:
  explicit ForkedGenerator(const Frame& frame) : active_(frame.options.preserve_rng_state) {
    if (!active_) return;
    bytes_ = allocate_rng_state(frame);
    generator() = frame.state;
  }
  ~ForkedGenerator() { leave(); }
  ForkedGenerator(const ForkedGenerator&) = delete;
  ForkedGenerator& operator=(const ForkedGenerator&) = delete;
  void leave() {
    if (active_) generator() = before_;
    active_ = false;
    bytes_ = {};
  }

 private:
  GeneratorState before_ = generator();
  bool active_;
  Tensor bytes_;
};

/// From `begin` to the end of the scope ops are skipped.
class SkippedOps {
 public:
  SkippedOps() = default;
  ~SkippedOps() {
    if (begun_) recorder().skip(false);
  }
  SkippedOps(const SkippedOps&) = delete;
  SkippedOps& operator=(const SkippedOps&) = delete;
  void begin() {
    begun_ = true;
    recorder().skip(true);
  }

 private:
  bool begun_ = false;
};

/// Runs the function again and puts what it saves into the holders.
void recompute(Frame& frame) {
  std::size_t count = 0;
  ForkedGenerator forked(frame);
  {
    SkippedOps skipped;
    const Autocast autocast(frame.autocast);
    // PyTorch leaves both by an exception, while the function's variables are still alive.
    const std::function<void()> leave = [&] {
      if (frame.autocast) Autocast::clear_cache();
      forked.leave();
    };
    const SavedTensorsHooks hooks(
        [&](const Tensor& tensor, const SaveSite&) -> Packed {
          if (count >= frame.holders.size()) {
            ++count;
            return {{}, std::make_shared<Tensor>(tensor)};
          }
          if (const std::shared_ptr<Holder> holder = frame.holders[count].lock()) {
            check(holder->sizes == tensor.sizes() && holder->dtype == tensor.dtype(), [&] {
              return format_text(
                  "[checkpoint] recomputation saved a {} tensor of shape {} where the forward "
                  "saved a {} tensor of shape {}: the function is not deterministic",
                  name(tensor.dtype()), to_string(tensor.sizes()), name(holder->dtype),
                  to_string(holder->sizes));
            });
            holder->recomputed = tensor;
            recorder().saved(tensor, holder->site.node, holder->site.node_name, holder->site.slot);
          }
          if (++count == frame.holders.size() && frame.options.early_stop) {
            if (composite_ops > 0)
              after_composite_op = &leave;
            else
              leave();
            skipped.begin();
          }
          return {{}, std::make_shared<Tensor>(tensor)};
        },
        [](Packed& packed) { return *std::static_pointer_cast<Tensor>(packed.other); });
    const EnableGrad enable_grad;
    const CategoryScope category(MemoryCategory::activation);
    std::vector<Tensor> inputs;
    for (std::size_t i = 0; i < frame.inputs.size(); ++i) {
      inputs.push_back(frame.inputs[i].unpack().detach());
      if (frame.input_requires_grad[i]) inputs.back().set_requires_grad(true);
    }
    frame.function(inputs);
  }
  forked.leave();
  check(count == frame.holders.size(), [&] {
    return format_text(
        "[checkpoint] the forward saved {} tensors, recomputation {}: the function is not "
        "deterministic",
        frame.holders.size(), count);
  });
}

}  // namespace

GeneratorState& generator() {
  thread_local GeneratorState state;
  return state;
}

CompositeOp::CompositeOp() { ++composite_ops; }
CompositeOp::~CompositeOp() {
  if (--composite_ops > 0 || !after_composite_op) return;
  (*std::exchange(after_composite_op, nullptr))();
}

void manual_seed(std::uint64_t seed) { generator() = {seed, 0}; }

Tensor checkpoint(const std::function<Tensor(const Tensor&)>& function, const Tensor& input,
                  const CheckpointOptions& options) {
  check(static_cast<bool>(function), "[checkpoint] the function is empty");
  return checkpoint([function](const std::vector<Tensor>& inputs) { return function(inputs[0]); },
                    std::vector<Tensor>{input}, options);
}

Tensor checkpoint(const Body& function, const std::vector<Tensor>& inputs,
                  const CheckpointOptions& options) {
  check(static_cast<bool>(function), "[checkpoint] the function is empty");
  check(!inputs.empty(), "[checkpoint] there is no input");
  for (const Tensor& input : inputs) check(input.defined(), "[checkpoint] the input is undefined");
  const auto frame = std::make_shared<Frame>(function, inputs, options);
  if (options.preserve_rng_state) {
    frame->state = generator();
    frame->rng_state = allocate_rng_state(*frame);
  }
  const SavedTensorsHooks hooks(
      [frame](const Tensor& tensor, const SaveSite& site) -> Packed {
        auto holder =
            std::make_shared<Holder>(Holder{frame, site, tensor.sizes(), tensor.dtype(), {}});
        frame->holders.push_back(holder);
        return {{}, holder};
      },
      [](Packed& packed) {
        const auto holder = std::static_pointer_cast<Holder>(packed.other);
        Frame& own = *holder->frame;
        if (own.recomputed_in != current_backward()) {
          own.recomputed_in = current_backward();
          recompute(own);
        }
        check(holder->recomputed.defined(), [&] {
          return format_text("[checkpoint] '{}' of {} was unpacked twice in one backward pass",
                             holder->site.slot, holder->site.node_name);
        });
        recorder().unsaved(holder->site.node, holder->site.slot);
        return std::exchange(holder->recomputed, {});
      });
  return function(inputs);
}

}  // namespace tally
