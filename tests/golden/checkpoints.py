"""checkpoint(use_reentrant=False): streams, FLOPs, saved peak, for some kinds of block."""

import gc
import weakref
from collections import defaultdict

import torch
import torch.nn.functional as F
import torch.utils.checkpoint as module
from torch.utils.checkpoint import checkpoint, set_checkpoint_early_stop
from torch.utils.flop_counter import FlopCounterMode

from measure import SavedTensors, byte_range, dtype_name, numbers, saved_bytes, storage_of, union
from philox import uniform
from trace import events_of, phase, trace


def toy(h, weights):
    """Linear(D, D), ReLU."""
    h = F.linear(h, weights[0])
    h = torch.relu(h)
    return h


def linear_relu_linear(h, weights):
    h = F.linear(h, weights[0])
    h = torch.relu(h)
    h = F.linear(h, weights[1])
    return h


def wide(h, weights):
    """Linear(D, 4D), GELU, Linear(4D, D)."""
    h = F.linear(h, weights[0])
    h = F.gelu(h)
    h = F.linear(h, weights[1])
    return h


def toy_dropout(h, weights):
    h = F.linear(h, weights[0])
    h = torch.relu(h)
    h = torch.dropout(h, 0.5, True)
    return h


def residual(h, weights):
    """What is skipped after the early stop is added to what is not."""
    y = F.linear(h, weights[0])
    y = torch.relu(y)
    y = F.linear(y, weights[1])
    h = torch.add(h, y)
    return h


def shifted(h, weights):
    """The same with a tensor that the block did not make."""
    h = F.linear(h, weights[0])
    h = torch.add(h, weights[1])
    return h


BLOCKS = {
    "toy": (toy, lambda d: [(d, d)]),
    "linear_relu_linear": (linear_relu_linear, lambda d: [(d, d), (d, d)]),
    "wide": (wide, lambda d: [(4 * d, d), (d, 4 * d)]),
    "toy_dropout": (toy_dropout, lambda d: [(d, d)]),
    "residual": (residual, lambda d: [(d, d), (d, d)]),
    "shifted": (shifted, lambda d: [(d, d), (d,)]),
}


def parts(layers, segment):
    """Blocks per checkpoint: of `segment` each, the last one of what is left."""
    return [min(segment, layers - start) for start in range(0, layers, segment)]


def setting(block, layers, batch, width, segments, rng=True, early_stop=True):
    return {"block": block, "layers": layers, "batch": batch, "width": width, "segments": segments,
            "preserve_rng_state": rng, "early_stop": early_stop}  # fmt: skip


def settings():
    found = {}
    for k in range(17):  # 0: plain
        for rng in (True, False) if k else (False,):
            name = f"toy16/{'rng/' if rng else ''}{f'segment{k}' if k else 'plain'}"
            found[name] = setting("toy", 16, 4, 8, parts(16, k) if k else [], rng)
    found["toy16/by_hand"] = setting("toy", 16, 4, 8, [6, 4, 3, 2, 1], False)
    found["toy16/segment4/to_the_end"] = setting("toy", 16, 4, 8, parts(16, 4), False, False)
    found["lecture/plain"] = setting("toy", 16, 32, 256, [])
    found["lecture/segment1"] = setting("toy", 16, 32, 256, parts(16, 1))
    for block, layers in (("linear_relu_linear", 4), ("wide", 16), ("residual", 4), ("shifted", 3)):
        found[f"{block}/plain"] = setting(block, layers, 4, 8, [])
        for segment in (1, 2):
            for stop in (True, False):
                name = f"{block}/segment{segment}{'' if stop else '/to_the_end'}"
                found[name] = setting(block, layers, 4, 8, parts(layers, segment), True, stop)
    for segment in (1, 2, 3):
        found[f"toy_dropout/segment{segment}"] = setting("toy_dropout", 3, 4, 8, parts(3, segment))
    return found


def inputs_of(s):
    stream, weights = 1, []
    for _ in range(s["layers"]):
        block = []
        for shape in BLOCKS[s["block"]][1](s["width"]):
            block.append(uniform(shape, stream).requires_grad_())
            stream += 1
        weights.append(block)
    return uniform((s["batch"], s["width"]), 0), weights


def segment_of(block, weights):
    def run(h):
        for w in weights:
            h = block(h, w)
        return h

    return run


def forward(s, x, weights):
    block = BLOCKS[s["block"]][0]
    if not s["segments"]:
        h = segment_of(block, weights)(x)
    else:
        h, start = x, 0
        for length in s["segments"]:
            run = segment_of(block, weights[start : start + length])
            h = checkpoint(run, h, use_reentrant=False, preserve_rng_state=s["preserve_rng_state"])
            run = None
            start += length
    loss = h.sum()
    return loss


class SavedPeak:
    """The most saved bytes at once: the inputs of the checkpoints alive, and what they hold recomputed."""

    def __init__(self, parameters):
        self.parameters = {storage_of(p) for p in parameters}
        self.frames, self.peak = weakref.WeakSet(), 0

    def sample(self):
        ranges = defaultdict(set)
        for frame in self.frames:
            held = [t for saved in frame.recomputed.values() for t in saved.values()]
            if frame.input_saver is not None:
                held += frame.input_saver.grad_fn.saved_tensors
            for tensor in held:
                if storage_of(tensor) not in self.parameters:
                    ranges[storage_of(tensor)].add(byte_range(tensor))
        self.peak = max(self.peak, sum(union(r) for r in ranges.values()))

    def __enter__(self):
        self.original = module._CheckpointFrame.__init__
        peak, original = self, self.original

        class Sampling(weakref.WeakKeyDictionary):
            def __setitem__(self, key, value):
                super().__setitem__(key, value)
                peak.sample()

        def patched(frame, *arguments):
            original(frame, *arguments)
            frame.recomputed = defaultdict(Sampling)
            peak.frames.add(frame)

        module._CheckpointFrame.__init__ = patched
        return self

    def __exit__(self, *error):
        module._CheckpointFrame.__init__ = self.original


def structure_of(s):
    found = dict(s)
    with set_checkpoint_early_stop(s["early_stop"]):
        x, weights = inputs_of(s)
        flat = [w for block in weights for w in block]
        if s["segments"]:
            with SavedPeak(flat) as saved:
                forward(s, x, weights).backward()
            found["peak_saved_bytes"] = saved.peak
        else:
            saved = SavedTensors()
            known = {storage_of(w): f"w{k}" for k, w in enumerate(flat)}
            with saved:
                loss = forward(s, x, weights)
            found["peak_saved_bytes"] = saved_bytes(saved.rows([loss], known), set(known.values()))
        x, weights = inputs_of(s)
        with FlopCounterMode(display=False) as flops:
            loss = forward(s, x, weights)
            found["flops"] = [flops.get_total_flops()]
            loss.backward()
            found["flops"].append(flops.get_total_flops() - found["flops"][0])

        def run():
            with phase("setup"):
                x, weights = inputs_of(s)
            with phase("forward"):
                loss = forward(s, x, weights)
            with phase("backward"):
                loss.backward()

        gc.collect()
        gc.disable()
        events = trace(run)
        gc.enable()
    found["events"] = {name: events_of(events, name) for name in ("forward", "backward")}
    return found


def structure():
    return {name: structure_of(s) for name, s in settings().items()}


def values():
    """Gradients of the small ones; dropout's masks are another generator's."""
    found = {}
    for name in ("toy16/plain", "toy16/segment4", "linear_relu_linear/segment1", "residual/segment1"):
        s = settings()[name]
        x, weights = inputs_of(s)
        loss = forward(s, x, weights)
        loss.backward()
        last = weights[-1][-1]
        found[name] = {"loss": numbers(loss)[0], "first": numbers(weights[0][0].grad),
                       "last": numbers(last.grad), "dtype": dtype_name(last)}  # fmt: skip
    return found
