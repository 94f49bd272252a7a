"""Rows of the op test table for the ops that models bring: how each is called in PyTorch (see calls.py)."""

import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

aten = torch.ops.aten
f32 = torch.float32

SOFTMAX = {
    "softmax.-1": lambda x: torch.softmax(x, -1),
    "softmax.0": lambda x: torch.softmax(x, 0),
    "softmax.1": lambda x: torch.softmax(x, 1),
    "softmax.-1,float32": lambda x: torch.softmax(x, -1, dtype=f32),
    "log_softmax.-1": lambda x: torch.log_softmax(x, -1),
    "log_softmax.0": lambda x: torch.log_softmax(x, 0),
    "log_softmax.1": lambda x: torch.log_softmax(x, 1),
    "log_softmax.-1,float32": lambda x: torch.log_softmax(x, -1, dtype=f32),
}

NORMALIZATION = {
    "layer_norm": lambda x: F.layer_norm(x, x.shape[-1:]),
    "layer_norm.weight": lambda x, w: F.layer_norm(x, x.shape[-1:], w),
    "layer_norm.bias": lambda x, w, b: F.layer_norm(x, x.shape[-1:], w, b),
    "layer_norm.two_dims": lambda x, w, b: F.layer_norm(x, x.shape[-2:], w, b),
    "layer_norm.eps": lambda x, w, b: F.layer_norm(x, x.shape[-1:], w, b, 0.1),
    "rms_norm": lambda x: torch.rms_norm(x, x.shape[-1:]),
    "rms_norm.weight": lambda x, w: torch.rms_norm(x, x.shape[-1:], w),
    "rms_norm.eps": lambda x, w: torch.rms_norm(x, x.shape[-1:], w, 1e-6),
    "rms_norm.two_dims": lambda x, w: torch.rms_norm(x, x.shape[-2:], w, 1e-6),
}

EMBEDDING = {
    "embedding": lambda w, i: F.embedding(i, w),
    "embedding.padding": lambda w, i: F.embedding(i, w, padding_idx=2),
}

LOSS = {
    "nll_loss.mean": lambda x, y: F.nll_loss(x, y),
    "nll_loss.sum": lambda x, y: F.nll_loss(x, y, reduction="sum"),
    "nll_loss.none": lambda x, y: F.nll_loss(x, y, reduction="none"),
    "nll_loss.ignore": lambda x, y: F.nll_loss(x, y, ignore_index=2),
    "nll_loss.weight": lambda x, y, w: F.nll_loss(x, y, w),
    "nll_loss.weight_sum": lambda x, y, w: F.nll_loss(x, y, w, reduction="sum"),
    "nll_loss.weight_none": lambda x, y, w: F.nll_loss(x, y, w, reduction="none"),
    "cross_entropy_loss.mean": lambda x, y: F.cross_entropy(x, y),
    "cross_entropy_loss.sum": lambda x, y: F.cross_entropy(x, y, reduction="sum"),
    "cross_entropy_loss.none": lambda x, y: F.cross_entropy(x, y, reduction="none"),
    "cross_entropy_loss.ignore": lambda x, y: F.cross_entropy(x, y, ignore_index=2),
    "cross_entropy_loss.weight": lambda x, y, w: F.cross_entropy(x, y, w),
    "cross_entropy_loss.float32": lambda x, y: F.cross_entropy(x.to(f32), y),
}


def math_attention(*arguments, **options):
    with sdpa_kernel(SDPBackend.MATH):
        return F.scaled_dot_product_attention(*arguments, **options)


def packed_attention(attend):
    """As a transformer calls it: one projection x of (B, L, 3 H E), two heads, back to (B, L, H E)."""

    def call(x):
        heads = [part.view(*part.shape[:2], 2, -1).transpose(1, 2) for part in x.split(x.shape[-1] // 3, -1)]
        return attend(*heads, is_causal=True).transpose(1, 2).reshape(*x.shape[:2], -1)

    return call


ATTENTION = {
    f"{name}{option}": call
    for name, attention in (("sdpa", F.scaled_dot_product_attention), ("sdpa_math", math_attention))
    for option, call in {
        "": lambda q, k, v, attend=attention: attend(q, k, v),
        ".causal": lambda q, k, v, attend=attention: attend(q, k, v, is_causal=True),
        ".scale": lambda q, k, v, attend=attention: attend(q, k, v, scale=0.3),
        ".causal_scale": lambda q, k, v, attend=attention: attend(q, k, v, is_causal=True, scale=0.3),
        ".mask": lambda q, k, v, m, attend=attention: attend(q, k, v, m),
        ".gqa": lambda q, k, v, attend=attention: attend(q, k, v, enable_gqa=True),
        ".gqa_causal": lambda q, k, v, attend=attention: attend(q, k, v, is_causal=True, enable_gqa=True),
        ".packed": packed_attention(attention),
        ".dropout": lambda q, k, v, attend=attention: attend(q, k, v, dropout_p=0.5),
    }.items()
}
del ATTENTION["sdpa.dropout"]  # dropout takes the same kernel either way


def indexed(*indices):
    """x[indices], where None stands for a whole dimension."""
    return lambda x, *i: aten.index.Tensor(x, [None if k is None else i[k] for k in indices])


def index_add_(x, i, y):
    x = x.clone()
    x.index_add_(0, i, y)
    return x


INDEXING = {
    "index_select.0": lambda x, i: torch.index_select(x, 0, i),
    "index_select.1": lambda x, i: torch.index_select(x, 1, i),
    "index_add.0": lambda x, i, y: torch.index_add(x, 0, i, y),
    "index_add_.0": index_add_,
    "index": indexed(0),
    "index.none": indexed(None, 0),
    "index.two": indexed(0, 1),
    "gather.0": lambda x, i: torch.gather(x, 0, i),
    "gather.-1": lambda x, i: torch.gather(x, -1, i),
    "scatter.-1": lambda x, i, y: torch.scatter(x, -1, i, y),
    "scatter.value": lambda x, i: aten.scatter.value(x, -1, i, 0.5),
    "topk.2": lambda x: torch.topk(x, 2),
    "topk.2,0": lambda x: torch.topk(x, 2, 0),
    "topk.1_smallest": lambda x: torch.topk(x, 1, -1, False),
    "one_hot.5": lambda i: F.one_hot(i, 5),
    "nonzero": torch.nonzero,
    "where.condition": torch.where,
    "where": torch.where,
    "masked_fill": lambda x, m: torch.masked_fill(x, m, -2.5),
    "masked_fill.-inf": lambda x, m: torch.softmax(torch.masked_fill(x, m, float("-inf")), -1),
    "tril": torch.tril,
    "tril.1": lambda x: torch.tril(x, 1),
}

RESHAPING = {
    "permute.2,0,1": lambda x: x.permute(2, 0, 1),
    "permute.0,2,-2": lambda x: x.permute(0, 2, -2),
    "select.0,1": lambda x: x.select(0, 1),
    "select.1,-1": lambda x: x.select(1, -1),
    "unbind.0": lambda x: x.unbind(0),
    "unbind.1": lambda x: x.unbind(1),
    "unbind.0[1]": lambda x: x.unbind(0)[1],
    "stack.0": lambda *x: torch.stack(x, 0),
    "stack.-1": lambda *x: torch.stack(x, -1),
    "flatten": lambda x: torch.flatten(x),
    "flatten.1": lambda x: torch.flatten(x, 1),
    "flatten.0,1": lambda x: torch.flatten(x, 0, 1),
    "zeros_like": torch.zeros_like,
    "repeat_interleave.2,1": lambda x: x.repeat_interleave(2, 1),
    "repeat_interleave.3,0": lambda x: x.repeat_interleave(3, 0),
}

ELEMENTWISE = {
    "rsqrt": torch.rsqrt,
    "exp": torch.exp,
    "cos": torch.cos,
    "sin": torch.sin,
}

MODEL_CALLS = {**SOFTMAX, **NORMALIZATION, **EMBEDDING, **LOSS, **ATTENTION, **INDEXING, **RESHAPING, **ELEMENTWISE}
