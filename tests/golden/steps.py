"""Whole training steps: the lecture's networks, two iterations, every byte from forward to zero_grad."""

import gc

import torch
import torch.nn.functional as F

from measure import numbers
from optimizers import make
from philox import uniform
from trace import events_of, phase, trace

aten = torch.ops.aten
PHASES = ("forward", "backward", "step", "zero_grad", "drop")


def settings():
    found = {}
    for layers, batch, width in ((4, 32, 16), (2, 8, 8)):
        for loss in ("sum", "squared_error", "mse_loss"):
            key = f"mlp{layers}x{width}/batch{batch}/{loss}"
            base = {"layers": layers, "batch": batch, "width": width, "loss": loss, "micro": 1,
                    "set_to_none": True}  # fmt: skip
            found[f"{key}/adamw"] = {**base, "optimizer": "AdamW", "options": {"lr": 1e-3}}
            if layers == 2:
                found[f"{key}/sgd"] = {**base, "optimizer": "SGD", "options": {"lr": 1e-3}}
    base = found["mlp2x8/batch8/squared_error/sgd"]
    found["mlp2x8/momentum"] = {**base, "options": {"lr": 1e-3, "momentum": 0.9}}
    found["mlp2x8/zeroed"] = {**base, "set_to_none": False}
    base = found["mlp4x16/batch32/squared_error/adamw"]
    found["mlp4x16/accumulate4"] = {**base, "micro": 4}
    found["mlp4x16/accumulate3"] = {**base, "micro": 3}
    found["lecture4/batch64"] = {**base, "batch": 64, "width": 128, "optimizer": "SGD", "options": {"lr": 1e-3}}
    found["lecture4/accumulate4"] = {**found["lecture4/batch64"], "micro": 4}
    return found


def mlp(h, weights):
    for w in weights:
        h = F.linear(h, w)
        h = torch.relu(h)
    return h


def loss_of(s, x, y, weights):
    h = mlp(x, weights)
    if s["loss"] == "sum":
        return h.sum()
    if s["loss"] == "mse_loss":
        return F.mse_loss(h, y)
    h = torch.sub(h, y)
    h = torch.pow(h, 2)
    return h.mean()


def inputs_of(s):
    shape = (s["batch"], s["width"])
    weights = [uniform((s["width"], s["width"]), 2 + k).requires_grad_() for k in range(s["layers"])]
    return uniform(shape, 0), uniform(shape, 1), weights


def run(s, iterations=2):
    """Phase names carry the iteration: "forward1"; with micro-batches forward1.0, backward1.0, ..."""
    with phase("setup"):
        x, y, weights = inputs_of(s)
        optimizer = make(s["optimizer"], s["options"], weights)
    for i in range(1, iterations + 1):
        xs, ys = x.chunk(s["micro"]), y.chunk(s["micro"])
        for m in range(len(xs)):
            suffix = f"{i}.{m}" if s["micro"] > 1 else str(i)
            with phase("forward" + suffix):
                loss = loss_of(s, xs[m], ys[m], weights)
                if s["micro"] > 1:
                    loss = aten.div.Scalar(loss, float(len(xs)))
            with phase("backward" + suffix):
                loss.backward()
            with phase("drop" + suffix):
                loss = None
        with phase(f"step{i}"):
            optimizer.step()
        with phase(f"zero_grad{i}"):
            optimizer.zero_grad(set_to_none=s["set_to_none"])
    return weights


def structure_of(s):
    run(s)
    gc.collect()
    gc.disable()
    events = trace(lambda: run(s))
    gc.enable()
    names = list(dict.fromkeys(e.phase for e in events if e.phase))
    live = peak = 0
    for event in events:  # up to the end of the last phase; the rest is Python leaving `run`
        if event.phase is None:
            continue
        live += event.bytes
        if live > peak:
            peak, at = live, event.phase
    setup = sum(events_of(events, "setup"))
    return {**s, "setup_bytes": setup, "peak_bytes": peak, "peak_phase": at,
            "events": {name: events_of(events, name) for name in names if name != "setup"}}  # fmt: skip


def structure():
    return {name: structure_of(s) for name, s in settings().items()}


def values():
    """Weights after two iterations, of the small ones."""
    return {name: {"weights": [numbers(w) for w in run(s)]} for name, s in settings().items() if s["width"] <= 8}
