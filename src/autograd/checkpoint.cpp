#include "autograd/checkpoint.h"

#include <memory>
#include <utility>
#include <vector>

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

struct Frame;

/// Stands in a node for one tensor that the forward would have saved.
struct Holder {
  std::shared_ptr<Frame> frame;
  SaveSite site;
  Shape sizes;
  Dtype dtype{};
  Tensor recomputed;
};

/// One checkpointed call: its input, and a holder per saved tensor in the order of saving.
struct Frame {
  Frame(std::function<Tensor(const Tensor&)> body, const Tensor& argument,
        CheckpointOptions settings)
      : function(std::move(body)),
        options(settings),
        id(next_sequence_nr() + 1),
        input(argument, {id, "checkpoint", "input"}),
        device(argument.device()),
        input_requires_grad(argument.requires_grad()) {}
  ~Frame() { recorder().released(id); }

  std::function<Tensor(const Tensor&)> function;
  CheckpointOptions options;
  std::uint64_t id;
  SavedTensor input;
  Device device;
  bool input_requires_grad;
  GeneratorState state;
  Tensor rng_state;  // the bytes of PyTorch's state; ours needs 16 of them
  std::vector<std::weak_ptr<Holder>> holders;
  std::uint64_t recomputed_in = 0;  // the backward pass that it was recomputed in
};

Tensor allocate_rng_state(Device device) {
  return empty({rng_state_bytes}, Dtype::uint8, device, MemoryCategory::rng_state);
}

/// torch.random.fork_rng: the segment's generator state, until `leave` or the end of the scope.
class ForkedGenerator {
 public:
  explicit ForkedGenerator(const Frame& frame) : active_(frame.options.preserve_rng_state) {
    if (!active_) return;
    bytes_ = allocate_rng_state(frame.device);
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
            forked.leave();  // while the function's variables are still alive, as in PyTorch
            skipped.begin();
          }
          return {{}, std::make_shared<Tensor>(tensor)};
        },
        [](Packed& packed) { return *std::static_pointer_cast<Tensor>(packed.other); });
    const EnableGrad enable_grad;
    const CategoryScope category(MemoryCategory::activation);
    Tensor input = frame.input.unpack().detach();
    if (frame.input_requires_grad) input.set_requires_grad(true);
    frame.function(input);
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

void manual_seed(std::uint64_t seed) { generator() = {seed, 0}; }

Tensor checkpoint(const std::function<Tensor(const Tensor&)>& function, const Tensor& input,
                  const CheckpointOptions& options) {
  check(static_cast<bool>(function), "[checkpoint] the function is empty");
  check(input.defined(), "[checkpoint] the input is undefined");
  const auto frame = std::make_shared<Frame>(function, input, options);
  if (options.preserve_rng_state) {
    frame->state = generator();
    frame->rng_state = allocate_rng_state(input.device());
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
  return function(input);
}

}  // namespace tally
