#include "measure/allocation.h"

#include <c10/core/Allocator.h>
#include <c10/core/CPUAllocator.h>
#include <c10/util/Exception.h>
#include <c10/util/ThreadLocalDebugInfo.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>

#include "core/format_text.h"
#include "measure/tracker.h"

namespace tally::measure {
namespace {

/// LibTorch's sizes are unsigned in some versions, signed in others.
Bytes bytes_of(auto size) { return {static_cast<std::int64_t>(size)}; }

std::mutex totals_mutex;
ReportedTotals totals;

class Reporter final : public c10::MemoryReportingInfoBase {
 public:
  bool memoryProfilingEnabled() const override { return true; }

  void reportMemoryUsage(void* block, std::int64_t size, std::size_t allocated,
                         std::size_t reserved, c10::Device device) override {
    const Place place = device.is_cpu() ? Place::host : Place::device;
    if (place == Place::device) {
      const std::lock_guard lock(totals_mutex);
      totals.allocated = bytes_of(allocated);
      totals.reserved = bytes_of(reserved);
      totals.peak_allocated = std::max(totals.peak_allocated, totals.allocated);
    }
    if (size > 0)
      tracker().allocated(block, {size}, place);
    else
      tracker().freed(block);
  }
};

class MetaAllocator final : public c10::Allocator {
 public:
  c10::DataPtr allocate(std::size_t size) override {
    const c10::Device meta(c10::DeviceType::Meta);
    if (size == 0) return {nullptr, nullptr, &release, meta};
    auto* block = new Block;
    tracker().allocated(block, bytes_of(size), Place::meta);
    return {nullptr, block, &release, meta};
  }
  c10::DeleterFnPtr raw_deleter() const override { return &release; }
  void copy_data(void*, const void*, std::size_t) const override {}

 private:
  struct Block {};  // what is known of it is the tracker's

  static void release(void* block) {
    if (!block) return;
    tracker().freed(block);
    delete static_cast<Block*>(block);
  }
};

/// The host's own allocator behind a limit.
class LimitedAllocator final : public c10::Allocator {
 public:
  explicit LimitedAllocator(c10::Allocator* host) : host_(host) {}

  c10::DataPtr allocate(std::size_t size) override {
    const std::int64_t limit = limit_;
    if (limit >= 0 && tracker().live() + bytes_of(size) > Bytes{limit})
      TORCH_CHECK_WITH(OutOfMemoryError, false,
                       format_text("{} bytes asked for, {} live, limit {}",
                                   static_cast<std::int64_t>(size), tracker().live().count, limit));
    return host_->allocate(size);
  }
  c10::DeleterFnPtr raw_deleter() const override { return host_->raw_deleter(); }
  void copy_data(void* to, const void* from, std::size_t count) const override {
    host_->copy_data(to, from, count);
  }
  void set_limit(Bytes limit) { limit_ = limit.count; }

 private:
  c10::Allocator* host_;
  std::atomic<std::int64_t> limit_ = -1;
};

// Each lives as long as the program: tensors are freed until its end.
LimitedAllocator& limited_host() {
  static auto* const allocator = new LimitedAllocator(c10::GetCPUAllocator());
  return *allocator;
}

constexpr std::uint8_t before_the_default = 255;

}  // namespace

void observe_allocations() {
  static const bool once = [] {
    new c10::DebugInfoGuard(c10::DebugInfoKind::PROFILER_STATE, std::make_shared<Reporter>());
    c10::SetAllocator(c10::DeviceType::Meta, new MetaAllocator, before_the_default);
    c10::SetCPUAllocator(&limited_host(), before_the_default);
    return true;
  }();
  static_cast<void>(once);
}

void set_host_limit(Bytes limit) { limited_host().set_limit(limit); }

ReportedTotals reported_totals() {
  const std::lock_guard lock(totals_mutex);
  return totals;
}

void reset_reported_totals() {
  const std::lock_guard lock(totals_mutex);
  totals.peak_allocated = totals.allocated;
}

}  // namespace tally::measure
