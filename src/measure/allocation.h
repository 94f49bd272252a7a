// Makes LibTorch tell the tracker of its memory, on every device, without a header of CUDA's.
#pragma once

#include <cstdint>

#include "core/bytes.h"

namespace tally::measure {

/// Begins it for this thread and the threads of autograd that it starts; once for the program,
/// before the first tensor.
///
/// cpu and cuda report by c10::MemoryReportingInfoBase (c10/core/Allocator.h), as to the profiler:
/// on cpu the bytes asked for, on cuda those of the block, rounded up to 512 and more. meta has no
/// memory and reports nothing: there an allocator of ours stands in, whose blocks are bytes without
/// memory.
void observe_allocations();

/// Beyond so many live bytes an allocation of the host fails as that of a full GPU does, with
/// c10::OutOfMemoryError; negative: no limit.
void set_host_limit(Bytes limit);

/// What the allocator of the GPU said last, and at most since the last reset: it comes with each
/// report.
struct ReportedTotals {
  Bytes allocated, reserved, peak_allocated;
};
ReportedTotals reported_totals();
void reset_reported_totals();

}  // namespace tally::measure
