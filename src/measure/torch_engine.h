// The engine of LibTorch: the members of engine/engine.h over at::Tensor, so that experiments,
// models and optimizers compile against it as they are.
#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/event.h"
#include "measure/autocast.h"
#include "measure/checkpoint.h"
#include "measure/ops_watch.h"
#include "measure/saved.h"
#include "measure/tracker.h"
#include "measure/types.h"
#include "tensor/device.h"

namespace tally::measure {

/// Records all events from here to the end of the scope.
class Record {
 public:
  Record() { tracker().attach(&recording_); }
  ~Record() { tracker().detach(&recording_); }
  Record(const Record&) = delete;
  Record& operator=(const Record&) = delete;
  const Recording& recording() const { return recording_; }
  /// Ends the recording early and hands it out.
  Recording take() {
    tracker().detach(&recording_);
    return std::move(recording_);
  }

 private:
  OpsWatch watch_;
  Recording recording_;
};

/// Where an engine runs that is made for meta: on LibTorch's meta, unless within such a scope.
/// LibTorch has other kernels there, which make fewer temporaries than those of its CPU that ours
/// mirror; so what is small enough is run for real, and what is not is compared but for its
/// temporaries.
class MetaRunsOn {
 public:
  explicit MetaRunsOn(at::Device device);
  ~MetaRunsOn();
  MetaRunsOn(const MetaRunsOn&) = delete;
  MetaRunsOn& operator=(const MetaRunsOn&) = delete;

 private:
  at::Device previous_;
};

class TorchEngine {
 public:
  using Tensor = at::Tensor;
  static constexpr std::string_view name = "libtorch";

  /// Where the values of a factory come from: our generator, so that they are those of our engine,
  /// or LibTorch's, which a GPU fills tens of gigabytes with in no time.
  enum class Values : std::uint8_t { ours, torchs };

  explicit TorchEngine(Device device = Device::cpu);
  explicit TorchEngine(at::Device device, Values values = Values::ours);
  at::Device device() const { return device_; }
  bool computes() const { return !device_.is_meta(); }

  // Factories: as the Engine's. The counter of an optimizer's steps, a state without dimensions, is
  // kept by the host, as torch.optim keeps it.
  Tensor empty(const Shape& shape, Dtype dtype, MemoryCategory category) const;
  Tensor full(const Shape& shape, double value, Dtype dtype, MemoryCategory category) const;
  Tensor zeros(const Shape& shape, Dtype dtype, MemoryCategory category) const {
    return full(shape, 0, dtype, category);
  }
  Tensor randn(const Shape& shape, Dtype dtype, MemoryCategory category, std::uint64_t stream,
               double scale = 1) const;
  Tensor uniform(const Shape& shape, Dtype dtype, MemoryCategory category, std::uint64_t stream,
                 double bound) const;
  Tensor parameter(const Shape& shape, Dtype dtype, std::uint64_t stream) const;
  Tensor from_host(std::span<const double> values, const Shape& shape, Dtype dtype,
                   MemoryCategory category) const;

  Dtype dtype(const Tensor& tensor) const { return dtype_of(tensor.scalar_type()); }
  /// The values in row-major order, brought to the host without a trace.
  std::vector<double> to_host(const Tensor& tensor) const;

  // Autograd.
  using NoGrad = at::NoGradGuard;
  void backward(const Tensor& root, bool retain_graph = false) const;
  Tensor grad(const Tensor& leaf) const { return leaf.grad(); }
  void set_grad(const Tensor& leaf, Tensor grad) const { leaf.mutable_grad() = std::move(grad); }
  void zero_grad(Tensor& leaf, bool set_to_none = true) const;
  void set_requires_grad(const Tensor& leaf, bool value) const;
  Tensor checkpoint(const std::function<Tensor(const Tensor&)>& function, const Tensor& input,
                    const CheckpointOptions& options = {}) const {
    return measure::checkpoint(function, input, options);
  }
  Tensor checkpoint(const std::function<Tensor(const std::vector<Tensor>&)>& function,
                    const std::vector<Tensor>& inputs,
                    const CheckpointOptions& options = {}) const {
    return measure::checkpoint(function, inputs, options);
  }
  Tensor custom(const std::function<Tensor(const Tensor&)>& forward,
                const std::function<Tensor(const Tensor&)>& backward, const Tensor& input) const;
  using SavedTensorsHooks = measure::SavedTensorsHooks;
  bool same_storage(const Tensor& a, const Tensor& b) const {
    return a.storage().unsafeGetStorageImpl() == b.storage().unsafeGetStorageImpl();
  }
  void manual_seed(std::uint64_t seed) const;
  using Autocast = measure::Autocast;

  // Observation.
  using Record = measure::Record;
  using CountFlops = measure::CountFlops;
  using PhaseScope = measure::PhaseScope;
  void categorize(const Tensor& tensor, MemoryCategory category) const {
    tracker().categorize(block_of(tensor), category);
  }
  void set_name(const Tensor& tensor, std::string called) const {
    tracker().name(block_of(tensor), std::move(called));
  }
  Bytes live_bytes() const { return tracker().live(); }
  Bytes peak_bytes() const { return tracker().peak(); }
  void reset_peak() const { tracker().reset_peak(); }

  /// Seconds of a steady clock, after all work given so far is done.
  double seconds() const;

 private:
  at::Device place_of(const Shape& shape, MemoryCategory category) const;
  Tensor copy_of(const Tensor& host, MemoryCategory category) const;

  at::Device device_;
  Values values_ = Values::ours;
};

/// One thread everywhere, as the lecture's bytes are defined, and everything observed. Once for the
/// program, before the first tensor; an engine sees to it.
void begin_observing();

/// Whether there is a GPU that LibTorch can use.
bool has_cuda();

}  // namespace tally::measure
