#include "autograd/saved_tensor.h"

#include <utility>

#include "autograd/grad_mode.h"
#include "core/check.h"
#include "core/format_text.h"
#include "tensor/recorder.h"

namespace tally {
namespace {
thread_local std::shared_ptr<SavedTensorsHooks::Pair> innermost;
}

SavedTensorsHooks::SavedTensorsHooks(Pack pack, Unpack unpack) : previous_(std::move(innermost)) {
  innermost = std::make_shared<Pair>(Pair{std::move(pack), std::move(unpack)});
}

SavedTensorsHooks::~SavedTensorsHooks() { innermost = std::move(previous_); }

SavedTensor::SavedTensor(const Tensor& tensor, const SaveSite& site)
    : site_(site), hooks_(innermost) {
  if (!tensor.defined()) {
    undefined_ = true;
    return;
  }
  if (hooks_) {
    const NoGrad no_grad;
    kept_ = hooks_->pack(tensor.detach(), site_);
  } else {
    kept_.tensor = tensor.detach();
    version_ = tensor.version();
  }
  if (kept_.tensor.defined())
    recorder().saved(kept_.tensor, site_.node, site_.node_name, site_.slot);
}

Tensor SavedTensor::unpack() {
  check(!released_, [&] {
    return format_text(
        "[backward] '{}' of {} was already freed: backward ran through this graph before; "
        "use retain_graph for a second pass",
        site_.slot, site_.node_name);
  });
  if (undefined_) return {};
  if (hooks_) return hooks_->unpack(kept_);
  check(kept_.tensor.version() == version_, [&] {
    return format_text(
        "[backward] '{}' of {} was modified by an in-place operation: a {} tensor of shape {} "
        "is at version {}, expected version {}",
        site_.slot, site_.node_name, name(kept_.tensor.dtype()), to_string(kept_.tensor.sizes()),
        kept_.tensor.version(), version_);
  });
  return kept_.tensor;
}

void SavedTensor::release() {
  kept_ = {};
  hooks_ = nullptr;
  released_ = true;
}

}  // namespace tally
