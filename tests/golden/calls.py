"""How each row of the op test table is called in PyTorch. tests/ops has the same names.

An op with a Scalar operand is called through the overload that C++ resolves (`aten.mul.Scalar`):
Python's `x * 2.0` wraps the number into a tensor first, which C++ does not. Our scalars are double, so
an integer one (whose wrapped tensor is int64) is compared where the two leave the same stream.
"""

import torch
import torch.nn.functional as F

from model_calls import MODEL_CALLS

aten = torch.ops.aten

POINTWISE = {
    "add": torch.add,
    "add.alpha2": lambda a, b: torch.add(a, b, alpha=2.0),
    "add.alpha0.5": lambda a, b: torch.add(a, b, alpha=0.5),
    "add.self": lambda a: torch.add(a, a),
    "add.scalar": lambda a: aten.add.Scalar(a, 2.5),
    "add.scalar_int": lambda a: aten.add.Scalar(a, 2),
    "sub": torch.sub,
    "sub.alpha2": lambda a, b: torch.sub(a, b, alpha=2.0),
    "sub.scalar": lambda a: aten.sub.Scalar(a, 2.5),
    "mul": torch.mul,
    "mul.self": lambda a: torch.mul(a, a),
    "mul.scalar": lambda a: aten.mul.Scalar(a, 2.5),
    "mul.scalar_int": lambda a: aten.mul.Scalar(a, 3),
    "div": torch.div,
    "div.scalar": lambda a: aten.div.Scalar(a, 2.5),
    "div.scalar_int": lambda a: aten.div.Scalar(a, 4),
    "neg": torch.neg,
    "pow.2": lambda a: torch.pow(a, 2),
    "pow.3": lambda a: torch.pow(a, 3),
    "pow.0.5": lambda a: torch.pow(a, 0.5),
    "pow.1": lambda a: torch.pow(a, 1),
    "pow.0": lambda a: torch.pow(a, 0),
    "pow.-1": lambda a: torch.pow(a, -1),
    "pow.2.5": lambda a: torch.pow(a, 2.5),
    "pow.tensor": torch.pow,
}

ACTIVATION = {
    "relu": torch.relu,
    "gelu.none": F.gelu,
    "gelu.tanh": lambda x: F.gelu(x, approximate="tanh"),
    "silu": F.silu,
    "sigmoid": torch.sigmoid,
    "tanh": torch.tanh,
    "dropout.train0.5": lambda x: torch.dropout(x, 0.5, True),
    "dropout.train0.1": lambda x: torch.dropout(x, 0.1, True),
    "dropout.train0": lambda x: torch.dropout(x, 0.0, True),
    "dropout.train1": lambda x: torch.dropout(x, 1.0, True),
    "dropout.eval0.5": lambda x: torch.dropout(x, 0.5, False),
}

MATMUL = {
    "mm": torch.mm,
    "mm.self": lambda a: torch.mm(a, a),
    "matmul": torch.matmul,
    "linear": lambda x, w: F.linear(x, w),
    "linear.bias": lambda x, w, b: F.linear(x, w, b),
}

REDUCTION = {
    "sum": lambda x: x.sum(),
    "sum.dim0": lambda x: x.sum(0),
    "sum.dim-1_keepdim": lambda x: x.sum(-1, keepdim=True),
    "sum.dims0,1": lambda x: x.sum((0, 1)),
    "sum.dims0,2": lambda x: x.sum((0, 2)),
    "mean": lambda x: x.mean(),
    "mean.dim0": lambda x: x.mean(0),
    "mean.dim-1_keepdim": lambda x: x.mean(-1, keepdim=True),
    "mean.dims0,2": lambda x: x.mean((0, 2)),
    "mse_loss.mean": lambda x, y: F.mse_loss(x, y),
    "mse_loss.sum": lambda x, y: F.mse_loss(x, y, reduction="sum"),
    "mse_loss.none": lambda x, y: F.mse_loss(x, y, reduction="none"),
}

SHAPE = {
    "transpose.0,1": lambda x: x.transpose(0, 1),
    "transpose.1,-1": lambda x: x.transpose(1, -1),
    "t": lambda x: x.t(),
    "view.12": lambda x: x.view(12),
    "view.2,-1": lambda x: x.view(2, -1),
    "reshape.2,6": lambda x: x.reshape(2, 6),
    "reshape.same": lambda x: x.reshape(x.shape),
    "expand.4,3": lambda x: x.expand(4, 3),
    "expand.2,-1,3": lambda x: x.expand(2, -1, 3),
    "contiguous": lambda x: x.contiguous(),
    "clone": lambda x: x.clone(),
    "slice.0,1,3": lambda x: aten.slice.Tensor(x, 0, 1, 3),
    "slice.1,0,3,2": lambda x: aten.slice.Tensor(x, 1, 0, 3, 2),
    "slice.0,-2": lambda x: aten.slice.Tensor(x, 0, -2),
    "chunk.2": lambda x: x.chunk(2),
    "chunk.3": lambda x: x.chunk(3),
    "chunk.4": lambda x: x.chunk(4),
    "chunk.2,1": lambda x: x.chunk(2, 1),
    "chunk.2[1]": lambda x: x.chunk(2)[1],
    "split.2": lambda x: x.split(2),
    "split.3": lambda x: x.split(3),
    "split.3[0]": lambda x: x.split(3)[0],
    "split.sizes1,3": lambda x: x.split([1, 3]),
    "split.sizes1,2,dim1": lambda x: x.split([1, 2], 1),
    "cat.0": lambda *xs: torch.cat(xs, 0),
    "cat.1": lambda *xs: torch.cat(xs, 1),
    "cat.-1": lambda *xs: torch.cat(xs, -1),
    "to.float32": lambda x: x.to(torch.float32),
    "to.float64": lambda x: x.to(torch.float64),
    "to.bfloat16": lambda x: x.to(torch.bfloat16),
}


def residual(x, w):
    h = torch.relu(x)
    y = F.linear(h, w)
    h = torch.add(h, y)
    return h


def residual_swapped(x, w):
    h = torch.relu(x)
    y = F.linear(h, w)
    h = torch.add(y, h)
    return h


def three_users(x):
    h = torch.relu(x)
    a = torch.tanh(h)
    b = torch.sigmoid(h)
    a = torch.add(a, b)
    b = F.silu(h)
    a = torch.add(a, b)
    return a


def two_branches(x, w, v):
    a = F.linear(x, w)
    b = F.linear(x, v)
    a = torch.relu(a)
    b = torch.sigmoid(b)
    a = torch.mul(a, b)
    return a


def leaf_used_twice(x):
    a = torch.relu(x)
    b = torch.sigmoid(x)
    a = torch.add(a, b)
    return a


def shared_weight(x, w):
    h = F.linear(x, w)
    h = torch.relu(h)
    h = F.linear(h, w)
    return h


def diamond(x):
    a = torch.tanh(x)
    b = torch.mul(a, a)
    c = torch.neg(a)
    a = torch.add(b, c)
    return a


def chunk_branches(x):
    h = torch.relu(x)
    parts = h.chunk(2)
    a = torch.sigmoid(parts[0])
    b = torch.tanh(parts[1])
    a = torch.mul(a, b)
    return a


def cat_branches(x, y):
    a = torch.relu(x)
    b = torch.tanh(y)
    a = torch.cat([a, b], 1)
    a = torch.sigmoid(a)
    return a


def squared_error(x, w, y):
    h = F.linear(x, w)
    h = torch.sub(h, y)
    h = torch.pow(h, 2)
    return h.mean()


def mlp(x, w, v):
    h = F.linear(x, w)
    h = torch.relu(h)
    h = F.linear(h, v)
    h = torch.relu(h)
    return h


def mlp_bias(x, w, b, v, c):
    h = F.linear(x, w, b)
    h = F.gelu(h)
    h = F.linear(h, v, c)
    return h


def cast_linear(x, w):
    a = x.to(torch.bfloat16)
    b = w.to(torch.bfloat16)
    a = F.linear(a, b)
    a = a.to(torch.float32)
    return a


def dropout_between(x, w, v):
    h = F.linear(x, w)
    h = torch.dropout(h, 0.5, True)
    h = F.linear(h, v)
    return h


def transposed_gradient(x, y):
    a = x.transpose(0, 1)
    a = torch.mul(a, y)
    return a


GRAPH = {
    "graph.residual": residual,
    "graph.residual_swapped": residual_swapped,
    "graph.three_users": three_users,
    "graph.two_branches": two_branches,
    "graph.leaf_used_twice": leaf_used_twice,
    "graph.shared_weight": shared_weight,
    "graph.diamond": diamond,
    "graph.chunk_branches": chunk_branches,
    "graph.cat_branches": cat_branches,
    "graph.squared_error": squared_error,
    "graph.mlp": mlp,
    "graph.mlp_bias": mlp_bias,
    "graph.cast_linear": cast_linear,
    "graph.dropout_between": dropout_between,
    "graph.transposed_gradient": transposed_gradient,
}

CALLS = {**POINTWISE, **ACTIVATION, **MATMUL, **REDUCTION, **SHAPE, **GRAPH, **MODEL_CALLS}
