"""The stream of allocations and frees of a piece of PyTorch code, in bytes, from torch.profiler.

One thread everywhere: streams are defined at one thread. The harness itself allocates nothing
between two phases: record_function makes no tensor.
"""

import os

os.environ["OMP_NUM_THREADS"] = "1"
os.environ["OPENBLAS_NUM_THREADS"] = "1"
# From AVX-512 on, oneDNN multiplies bf16 too, with scratch that depends on the processor.
os.environ.setdefault("ONEDNN_MAX_CPU_ISA", "AVX2")
os.environ.setdefault("KINETO_LOG_LEVEL", "5")

import torch
from torch.profiler import ProfilerActivity, profile, record_function

torch.set_num_threads(1)

PHASE = "tally::"


def phase(name):
    """Scope whose events belong to phase `name`; outside of any phase nothing is recorded."""
    return record_function(PHASE + name)


class Event:
    """One allocation (bytes > 0) or free (bytes < 0); `ident` pairs them within a trace."""

    __slots__ = ("time", "bytes", "ident", "path", "phase")

    def __init__(self, time, nbytes, pointer, path):
        self.time, self.bytes, self.ident = time, nbytes, pointer
        self.phase = path[0][len(PHASE) :] if path and path[0].startswith(PHASE) else None
        self.path = path[1:] if self.phase else path

    @property
    def op(self):
        return self.path[-1] if self.path else "-"


def trace(run):
    """Calls `run()` under the profiler and returns its events in order of time."""
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as prof:
        run()
    found = []
    stack = [(node, []) for node in prof.profiler.kineto_results.experimental_event_tree()]
    while stack:
        node, path = stack.pop()
        if "Allocation" in str(node.tag):
            fields = node.extra_fields
            found.append(Event(node.start_time_ns, fields.alloc_size, fields.ptr, path))
        else:
            stack.extend((child, path + [node.name]) for child in node.children)
    found.sort(key=lambda event: event.time)
    serials, count = {}, 0
    for event in found:
        if event.bytes > 0:
            serials[event.ident], count = count, count + 1
            event.ident = serials[event.ident]
        else:
            event.ident = serials.pop(event.ident, None)  # None: was alive before the trace
    return found


def events_of(found, name):
    """Signed bytes of one phase, in order."""
    return [event.bytes for event in found if event.phase == name]
