#include "measure/saved.h"

#include <ATen/SequenceNumber.h>
#include <torch/csrc/autograd/engine.h>

#include <string>
#include <utility>
#include <vector>

namespace tally::measure {
namespace {

namespace autograd = torch::autograd;

thread_local std::vector<MakeHooks> scopes;

// Hooks are also made for a number that an op has wrapped, which is then kept without them: `pack`
// alone says that something is saved.

/// Keeps the tensor itself, as a node without hooks does, and writes down how long.
class Observed final : public autograd::SavedVariableHooks {
 public:
  ~Observed() override {
    if (tensor_.defined()) tracker().unsaved(site_);
  }
  void call_pack_hook(const at::Tensor& tensor) override {
    site_ = next_save_site();
    tensor_ = detached(tensor);
    record_saved(tensor_, site_);
  }
  at::Tensor call_unpack_hook() override { return tensor_; }

 private:
  SaveSite site_;
  at::Tensor tensor_;
};

struct Pair {
  SavedTensorsHooks::Pack pack;
  SavedTensorsHooks::Unpack unpack;
};

class ByPair final : public autograd::SavedVariableHooks {
 public:
  explicit ByPair(std::shared_ptr<Pair> pair) : pair_(std::move(pair)) {}
  ~ByPair() override {
    if (packed_.tensor.defined()) tracker().unsaved(site_);
  }
  void call_pack_hook(const at::Tensor& tensor) override {
    site_ = next_save_site();
    packed_ = pair_->pack(detached(tensor), site_);
    if (packed_.tensor.defined()) record_saved(packed_.tensor, site_);
  }
  at::Tensor call_unpack_hook() override { return pair_->unpack(packed_); }

 private:
  SaveSite site_;
  std::shared_ptr<Pair> pair_;
  Packed packed_;
};

/// The engine of autograd is asked for the hooks of each tensor that is saved.
class ObservingEngine final : public autograd::Engine {
 public:
  ~ObservingEngine() override { stop(); }
  std::unique_ptr<autograd::SavedVariableHooks> get_default_saved_variable_hooks() override {
    if (!scopes.empty()) return scopes.back()();
    if (tracker().recording()) return std::make_unique<Observed>();
    return nullptr;
  }
  static autograd::Engine& instance() {
    static auto* const engine = new ObservingEngine;  // leaked: its threads outlive static objects
    return *engine;
  }
};

}  // namespace

HooksScope::HooksScope(MakeHooks make) { scopes.push_back(std::move(make)); }
HooksScope::~HooksScope() { scopes.pop_back(); }

SavedTensorsHooks::SavedTensorsHooks(Pack pack, Unpack unpack)
    : scope_([pair = std::make_shared<Pair>(Pair{std::move(pack), std::move(unpack)})] {
        return std::make_unique<ByPair>(pair);
      }) {}

SaveSite next_save_site() {
  thread_local std::uint64_t last_node = 0;
  thread_local std::uint64_t count = 0;
  // The node that saves was made last, so that its number is the one before the next.
  const std::uint64_t node = at::sequence_number::peek();
  count = node == last_node ? count + 1 : 0;
  last_node = node;
  return {.node = node, .slot = interned(std::to_string(count))};
}

at::Tensor detached(const at::Tensor& tensor) { return tensor.variable_data(); }

void record_saved(const at::Tensor& tensor, const SaveSite& site) {
  const std::int64_t size = static_cast<std::int64_t>(tensor.element_size());
  std::int64_t last = 0;
  for (std::int64_t d = 0; d < tensor.dim(); ++d) last += (tensor.size(d) - 1) * tensor.stride(d);
  const std::int64_t bytes = tensor.numel() == 0 ? 0 : (last + 1) * size;
  tracker().saved(block_of(tensor), site, shape_of(tensor), dtype_of(tensor.scalar_type()),
                  tensor.storage_offset() * size, bytes);
}

void observe_saved_tensors() { autograd::set_default_engine_stub(&ObservingEngine::instance); }

}  // namespace tally::measure
