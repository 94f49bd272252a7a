"""torch.optim over all parameters at a time (foreach=True, what a GPU takes by default): streams alone."""

import gc

import torch

from optimizers import gradient, parameters_of
from trace import events_of, phase, trace

RULES = {
    "adamw": ("AdamW", {"lr": 0.01}),
    "adam": ("Adam", {"lr": 0.01}),
    "sgd": ("SGD", {"lr": 0.1}),
    "sgd_momentum": ("SGD", {"lr": 0.1, "momentum": 0.9}),
}
STEADY = 3


def structure_of(name, options, dtype):
    def run():
        with phase("setup"):
            parameters = parameters_of(dtype)
            optimizer = getattr(torch.optim, name)(parameters, foreach=True, **options)
        for step in range(1, STEADY + 1):
            with phase("setup"):
                for k, p in enumerate(parameters):
                    p.grad = gradient(step, k, dtype)
            with phase(f"step{step}"):
                optimizer.step()

    run()
    gc.collect()
    gc.disable()
    events = trace(run)
    gc.enable()
    return {"optimizer": name, "options": options, "dtype": str(dtype).removeprefix("torch."),
            "events": events_of(events, f"step{STEADY}")}  # fmt: skip


def structure():
    return {f"{row}/{short}": structure_of(name, options, dtype) for row, (name, options) in RULES.items()
            for short, dtype in (("f32", torch.float32), ("bf16", torch.bfloat16))}  # fmt: skip


def values():
    return {}
