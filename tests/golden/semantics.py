"""What backward does to graphs and to .grad: retained, repeated, accumulated; the version check."""

import gc

import torch

from measure import numbers
from philox import uniform
from trace import events_of, phase, trace

SHAPE = (4, 3)


def leaves(count, grads):
    return [uniform(SHAPE, k).requires_grad_(grads[k]) for k in range(count)]


def use(x):
    h = torch.sigmoid(x)
    h = torch.mul(h, h)
    return h.sum()


def twice_on_one_graph(x):
    with phase("forward"):
        loss = use(x)
    with phase("backward1"):
        loss.backward(retain_graph=True)
    with phase("backward2"):
        loss.backward()
    with phase("drop"):
        loss = None


def two_graphs(x):
    for k in (1, 2):
        with phase(f"forward{k}"):
            loss = use(x)
        with phase(f"backward{k}"):
            loss.backward()
        with phase(f"drop{k}"):
            loss = None


def dropped_without_backward(x):
    with phase("forward"):
        loss = use(x)
    with phase("drop"):
        loss = None


def without_grad(x):
    with phase("forward"):
        with torch.no_grad():
            loss = use(x)
    with phase("drop"):
        loss = None


def expanded_twice(x):
    for k in (1, 2):
        with phase(f"forward{k}"):
            loss = x.sum()
        with phase(f"backward{k}"):
            loss.backward()
        with phase(f"drop{k}"):
            loss = None


RUNS = {f.__name__: f for f in (twice_on_one_graph, two_graphs, dropped_without_backward, without_grad,
                                expanded_twice)}  # fmt: skip


def sigmoid_result(a, b):
    h = torch.sigmoid(a)
    loss = h.sum()
    with torch.no_grad():
        h.mul_(2)
    return loss


def relu_result(a, b):
    h = torch.relu(a)
    loss = h.sum()
    with torch.no_grad():
        h.mul_(2)
    return loss


def mul_operand(a, b):
    loss = torch.mul(a, b).sum()
    with torch.no_grad():
        b.mul_(2)
    return loss


def mul_operand_not_needed(a, b):
    """b is saved only for a's gradient; a is not saved, since b needs none."""
    loss = torch.mul(a, b.detach()).sum()
    with torch.no_grad():
        a.mul_(2)
    return loss


def add_operand(a, b):
    loss = torch.add(a, b).sum()
    with torch.no_grad():
        a.mul_(2)
    return loss


def gelu_input(a, b):
    h = torch.mul(a, b)
    loss = torch.nn.functional.gelu(h).sum()
    with torch.no_grad():
        h.mul_(2)
    return loss


def view_of_saved(a, b):
    h = torch.sigmoid(a)
    v = h.detach().view(12)
    loss = h.sum()
    v.mul_(2)
    return loss


def after_backward(a, b):
    loss = torch.mul(a, b).sum()
    loss.backward(retain_graph=False)
    return loss


VERSIONS = {f.__name__: f for f in (sigmoid_result, relu_result, mul_operand, mul_operand_not_needed, add_operand,
                                    gelu_input, view_of_saved, after_backward)}  # fmt: skip


def structure():
    found = {}
    for name, function in RUNS.items():

        def run(function=function):
            with phase("setup"):
                x = uniform(SHAPE, 0).requires_grad_()
            function(x)

        run()
        gc.collect()
        gc.disable()
        events = trace(run)
        gc.enable()
        names = [n for n in dict.fromkeys(e.phase for e in events if e.phase) if n != "setup"]
        found[name] = {"events": {n: events_of(events, n) for n in names}}
    for name, function in VERSIONS.items():
        loss = function(*leaves(2, (True, True)))
        try:
            loss.backward()
            found["version/" + name] = {"raises": False}
        except RuntimeError:
            found["version/" + name] = {"raises": True}
    return found


def values():
    found = {}
    for name, function in RUNS.items():
        x = uniform(SHAPE, 0).requires_grad_()
        function(x)
        found[name] = {"gradient": None if x.grad is None else numbers(x.grad)}
    return found
