"""Runs one case in PyTorch and takes down its structure and its values."""

import gc

import torch
from torch.autograd.graph import saved_tensors_hooks
from torch.utils.flop_counter import FlopCounterMode, sdpa_backward_flop_count, sdpa_flop_count

from calls import CALLS
from case import FIRST_GRADIENT_STREAM
from philox import booleans, integers, uniform
from trace import events_of, phase, trace

VIEWS = {
    "t": lambda x: x.transpose(0, 1),
    "heads": lambda x: x.transpose(1, 2),
    "step": lambda x: torch.ops.aten.slice.Tensor(x, 1, 0, None, 2),
}


# FlopCounterMode knows CUDA's flash kernel; CPU's does the same products.
FLASH_FLOPS = {
    torch.ops.aten._scaled_dot_product_flash_attention_for_cpu: lambda q, k, v, *_, **__: sdpa_flop_count(q, k, v),
    torch.ops.aten._scaled_dot_product_flash_attention_for_cpu_backward: lambda g, q, k, v, *_, **__: (
        sdpa_backward_flop_count(g, q, k, v)
    ),
}


def dtype_name(tensor):
    return str(tensor.dtype).removeprefix("torch.")


def numbers(tensor):
    """The values in row-major order, each by its shortest decimal."""
    flat = tensor.detach().contiguous().reshape(-1)
    if flat.dtype == torch.float64:
        return flat.tolist()
    return [float(str(value)) for value in flat.to(torch.float32).numpy()]


def make_inputs(case):
    found = []
    for stream, spec in enumerate(case.inputs):
        if spec.dtype == "int64":
            found.append(integers(spec.shape, stream, spec.below))
        elif spec.dtype == "bool":
            found.append(booleans(spec.shape, stream))
        else:
            dtype = getattr(torch, spec.dtype or case.dtype)
            found.append(uniform(spec.shape, stream, dtype, spec.positive).requires_grad_(spec.grad))
    return found


def forward(case, inputs):
    arguments = [VIEWS[s.view](x) if s.view else x for s, x in zip(case.inputs, inputs)]
    out = CALLS[case.call](*arguments)
    return list(out) if isinstance(out, (list, tuple)) else [out]


def make_weights(outs):
    """One per output; none for whole numbers, which have no gradient."""
    return [
        uniform(o.shape, FIRST_GRADIENT_STREAM + k, o.dtype) if o.is_floating_point() else None
        for k, o in enumerate(outs)
    ]


def loss_of(case, outs, weights):
    """See Case.loss. Written so that every temporary dies where its C++ twin dies."""
    total = None
    for k, out in enumerate(outs):
        if not out.is_floating_point():
            continue
        if case.loss == "direct":
            term = out
        elif case.loss == "sum":
            term = out.sum()
        else:
            term = torch.mul(out, weights[k])
            term = term.sum()
        total = term if total is None else torch.add(total, term)
        term = None
    return total


def storage_of(tensor):
    return tensor.untyped_storage()._cdata


def node_name(node):
    return node.name().removeprefix("torch::autograd::")


def nodes_of(roots):
    """Every node reachable from the roots' grad_fn, breadth first."""
    found, queue = [], [r.grad_fn for r in roots if r.grad_fn is not None]
    while queue:
        node = queue.pop(0)
        if node in found:
            continue
        found.append(node)
        queue += [n for n, _ in node.next_functions if n is not None]
    return found


def byte_range(tensor):
    """First byte and bytes of the extent a tensor covers in its storage."""
    if tensor.numel() == 0:
        return 0, 0
    last = sum((size - 1) * stride for size, stride in zip(tensor.shape, tensor.stride()))
    return tensor.storage_offset() * tensor.element_size(), (last + 1) * tensor.element_size()


def union(ranges):
    total, end = 0, -1
    for first, size in sorted(ranges):
        total += max(0, first + size - max(first, end))
        end = max(end, first + size)
    return total


class SavedTensors:
    """What saved_tensors_hooks sees within a scope, in order; `label` adds each one's node and slot."""

    def __init__(self):
        self.tensors, self.unpacked = [], []
        self.hooks = saved_tensors_hooks(self.pack, self.unpack)

    def pack(self, tensor):
        self.tensors.append(tensor.detach())
        return len(self.tensors) - 1

    def unpack(self, index):
        self.unpacked.append(index)
        return self.tensors[index]

    def __enter__(self):
        self.hooks.__enter__()
        return self

    def __exit__(self, *error):
        return self.hooks.__exit__(*error)

    def label(self, roots):
        labels = [None] * len(self.tensors)
        for node in nodes_of(roots):
            for attribute in dir(node):
                if attribute.startswith("_saved_"):
                    self.unpacked.clear()
                    getattr(node, attribute)
                    for index in self.unpacked:
                        labels[index] = (node_name(node), attribute.removeprefix("_saved_"))
        return labels

    def rows(self, roots, known):
        """`known`: storage -> name. Other storages are new0, new1, ... in the order of saving."""
        known, rows = dict(known), []
        for tensor, (node, slot) in zip(self.tensors, self.label(roots)):
            fresh = sum(name.startswith("new") for name in known.values())
            name = known.setdefault(storage_of(tensor), f"new{fresh}")
            offset, size = byte_range(tensor)
            rows.append({"node": node, "slot": slot, "shape": list(tensor.shape),
                         "dtype": dtype_name(tensor), "storage": name, "offset": offset, "bytes": size})  # fmt: skip
        return rows


def saved_bytes(rows, parameters):
    ranges = {}
    for row in rows:
        if row["storage"] not in parameters:
            ranges.setdefault(row["storage"], []).append((row["offset"], row["bytes"]))
    return sum(union(r) for r in ranges.values())


def order_of(root, leaves):
    """Names of the nodes in the order in which backward ran them; AccumulateGrad with its input."""
    order = []
    for node in nodes_of([root]):
        name = node_name(node)
        if name == "AccumulateGrad":
            name += ":" + str(next(k for k, leaf in enumerate(leaves) if leaf is node.variable))
        node.register_prehook(lambda grads, name=name: order.append(name))
    root.backward()
    return order


def traced(case):
    """Signed bytes of forward, loss and backward."""

    def run():
        with phase("setup"):
            inputs = make_inputs(case)
        with phase("forward"):
            outs = forward(case, inputs)
        with phase("setup"):
            weights = make_weights(outs)
        if not any(o.requires_grad for o in outs):
            return
        with phase("loss"):
            loss = loss_of(case, outs, weights)
        with phase("backward"):
            loss.backward()

    gc.collect()
    gc.disable()
    found = trace(run)
    gc.enable()
    return {name: events_of(found, name) for name in ("forward", "loss", "backward")}


def describe(spec, dtype):
    """An input, with what is not the default."""
    found = {"shape": list(spec.shape), "dtype": spec.dtype or dtype, "requires_grad": spec.grad}
    for key in ("parameter", "positive", "view", "below"):
        if getattr(spec, key):
            found[key] = getattr(spec, key)
    return found


def structure(case):
    inputs = make_inputs(case)
    saved = SavedTensors()
    with saved:
        outs = forward(case, inputs)
    known = {storage_of(x): f"in{k}" for k, x in reversed(list(enumerate(inputs)))}
    outputs = []
    for k, out in enumerate(outs):
        same = known.get(storage_of(out), "new")
        outputs.append({"shape": list(out.shape), "stride": list(out.stride()), "dtype": dtype_name(out),
                        "requires_grad": out.requires_grad, "storage": same})  # fmt: skip
        known.setdefault(storage_of(out), f"out{k}")
    rows = saved.rows(outs, known)
    parameters = {f"in{k}" for k, spec in enumerate(case.inputs) if spec.parameter}
    found = {
        "call": case.call, "dtype": case.dtype, "loss": case.loss,
        "inputs": [describe(spec, case.dtype) for spec in case.inputs],
        "outputs": outputs, "saved": rows, "saved_bytes": saved_bytes(rows, parameters),
    }  # fmt: skip
    differentiable = any(o.requires_grad for o in outs)
    inputs = make_inputs(case)
    with FlopCounterMode(display=False, custom_mapping=FLASH_FLOPS) as flops:
        outs = forward(case, inputs)
        found["flops"] = [flops.get_total_flops()]
        if differentiable:
            loss_of(case, outs, make_weights(outs)).backward()
        found["flops"].append(flops.get_total_flops() - found["flops"][0])
    if differentiable:
        inputs = make_inputs(case)
        outs = forward(case, inputs)
        found["order"] = order_of(loss_of(case, outs, make_weights(outs)), inputs)
    found["events"] = traced(case)
    return found


def values(case):
    inputs = make_inputs(case)
    outs = forward(case, inputs)
    found = {"outputs": [numbers(out) for out in outs]}
    if any(o.requires_grad for o in outs):
        loss_of(case, outs, make_weights(outs)).backward()
        found["gradients"] = [None if x.grad is None else numbers(x.grad) for x in inputs]
        found["gradient_strides"] = [None if x.grad is None else list(x.grad.stride()) for x in inputs]
    return found
