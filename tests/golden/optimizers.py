"""torch.optim, single tensor: 100 steps on one recorded sequence of gradients; state and streams."""

import gc

import torch

from measure import dtype_name, numbers
from philox import uniform
from trace import events_of, phase, trace

SHAPES = ((4, 3), (5,))
KEPT = (1, 2, 10, 100)
TRACED = 3


def settings():
    found = {
        "sgd": ("SGD", {"lr": 0.1}),
        "sgd/weight_decay": ("SGD", {"lr": 0.1, "weight_decay": 0.1}),
        "sgd/momentum": ("SGD", {"lr": 0.1, "momentum": 0.9}),
        "sgd/momentum_dampening": ("SGD", {"lr": 0.1, "momentum": 0.9, "dampening": 0.25}),
        "sgd/momentum_weight_decay": ("SGD", {"lr": 0.1, "momentum": 0.9, "weight_decay": 0.1}),
        "sgd/nesterov": ("SGD", {"lr": 0.1, "momentum": 0.9, "nesterov": True}),
        "sgd/nesterov_weight_decay": ("SGD", {"lr": 0.1, "momentum": 0.9, "nesterov": True,
                                              "weight_decay": 0.1}),  # fmt: skip
    }
    for name in ("Adam", "AdamW"):
        key = name.lower()
        found[key] = (name, {"lr": 0.01})
        found[f"{key}/weight_decay"] = (name, {"lr": 0.01, "weight_decay": 0.1})
        found[f"{key}/no_weight_decay"] = (name, {"lr": 0.01, "weight_decay": 0.0})
        found[f"{key}/betas_eps"] = (name, {"lr": 0.02, "beta1": 0.8, "beta2": 0.95, "eps": 1e-4})
    return found


def make(name, options, parameters):
    options = dict(options)
    if "beta1" in options:
        options["betas"] = (options.pop("beta1"), options.pop("beta2"))
    return getattr(torch.optim, name)(parameters, foreach=False, **options)


def parameters_of(dtype):
    return [uniform(shape, k, dtype).requires_grad_() for k, shape in enumerate(SHAPES)]


def gradient(step, k, dtype):
    """Of parameter k at step 1, 2, ...: stream 10 * step + k."""
    return uniform(SHAPES[k], 10 * step + k, dtype)


def state_of(optimizer, parameter):
    found = []
    for name, value in optimizer.state[parameter].items():
        found.append({"name": name, "shape": list(value.shape), "dtype": dtype_name(value),
                      "bytes": value.numel() * value.element_size()})  # fmt: skip
    return found


def structure_of(name, options, dtype):
    def run():
        with phase("setup"):
            parameters = parameters_of(dtype)
            optimizer = make(name, options, parameters)
        for step in range(1, TRACED + 1):
            with phase("setup"):
                for k, p in enumerate(parameters):
                    p.grad = gradient(step, k, dtype)
            with phase(f"step{step}"):
                optimizer.step()
        with phase("zero"):
            optimizer.zero_grad(set_to_none=False)
        with phase("none"):
            optimizer.zero_grad(set_to_none=True)
        states.extend(state_of(optimizer, p) for p in parameters)

    states = []
    run()
    states.clear()
    gc.collect()
    gc.disable()
    events = trace(run)
    gc.enable()
    phases = [f"step{step}" for step in range(1, TRACED + 1)] + ["zero", "none"]
    return {"optimizer": name, "options": options, "dtype": str(dtype).removeprefix("torch."), "state": states,
            "events": {phase: events_of(events, phase) for phase in phases}}  # fmt: skip


def values_of(name, options, dtype):
    parameters = parameters_of(dtype)
    optimizer = make(name, options, parameters)
    found = {}
    for step in range(1, max(KEPT) + 1):
        for k, p in enumerate(parameters):
            p.grad = gradient(step, k, dtype)
        optimizer.step()
        if step in KEPT:
            found[f"step{step}"] = [numbers(p) for p in parameters]
    return found


def every():
    for key, (name, options) in settings().items():
        for short, dtype in (("f32", torch.float32), ("f64", torch.float64), ("bf16", torch.bfloat16)):
            yield f"{key}/{short}", name, options, dtype


def structure():
    return {key: structure_of(*case) for key, *case in every()}


def values():
    return {key: values_of(*case) for key, *case in every()}
