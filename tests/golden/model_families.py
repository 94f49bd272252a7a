"""The op cases of the ops that models bring, one family per file of the golden folder (see families.py)."""

from case import ALL, Input, cases, index, mask

F32 = ("float32",)
WIDE = ("float32", "float64")


def softmax():
    found = []
    for name in ("softmax", "log_softmax"):
        for dim in ("-1", "0"):
            call = f"{name}.{dim}"
            found += cases(call, (4, 3)) + cases(call, (7, 1, 5), dtypes=F32) + cases(call, (), dtypes=F32)
            found += cases(call, (4, 3), loss="sum", dtypes=F32) + cases(call, (0, 3), dtypes=F32)
            found += cases(call, Input((3, 4), view="t")) + cases(call, Input((4, 6), view="step"), dtypes=F32)
            found += cases(call, Input((4, 3), grad=False), dtypes=F32)
        found += cases(f"{name}.1", (2, 4, 3)) + cases(f"{name}.1", Input((4, 2, 3), view="t"), dtypes=F32)
        found += cases(f"{name}.-1,float32", (4, 3)) + cases(f"{name}.-1,float32", Input((3, 4), view="t"))
    return found


def parameters(*shapes, grads=None):
    return [Input(s, parameter=True, grad=not grads or bool(grads[k])) for k, s in enumerate(shapes)]


def normalization():
    found = []
    for x in ((4, 3), (2, 4, 3), (3,), Input((3, 4), view="t"), Input((4, 6), view="step")):
        dtypes = ALL if x in ((4, 3), (2, 4, 3)) else F32
        found += cases("layer_norm", x, dtypes=dtypes)
        found += cases("layer_norm.weight", x, *parameters((3,)), dtypes=dtypes)
        found += cases("layer_norm.bias", x, *parameters((3,), (3,)), dtypes=dtypes)
        found += cases("rms_norm", x, dtypes=dtypes)
        found += cases("rms_norm.weight", x, *parameters((3,)), dtypes=dtypes)
        found += cases("rms_norm.eps", x, *parameters((3,)), dtypes=dtypes)
    for grads in ((0, 0), (0, 1), (1, 0), (1, 1)):
        for x in (True, False):
            if x or any(grads):
                found += cases("layer_norm.bias", Input((4, 3), grad=x), *parameters((3,), (3,), grads=grads))
        if grads[1] == 0 and (x or grads[0]):
            found += cases("layer_norm.weight", Input((4, 3), grad=x), *parameters((3,), grads=grads))
    for x, w in ((0, 1), (1, 0)):
        found += cases("rms_norm.eps", Input((4, 3), grad=bool(x)), *parameters((3,), grads=(w,)))
    found += cases("layer_norm.two_dims", (2, 4, 3), *parameters((4, 3), (4, 3)))
    found += cases("layer_norm.eps", (4, 3), *parameters((3,), (3,)))
    found += cases("layer_norm.bias", (4, 3), *parameters((3,), (3,)), loss="sum")
    found += cases("rms_norm.two_dims", (2, 4, 3), *parameters((4, 3)))
    found += cases("rms_norm.eps", (4, 3), *parameters((3,)), loss="sum")
    # A bfloat16 input with float32 parameters.
    low = Input((4, 3), dtype="bfloat16")
    found += cases("layer_norm.bias", low, *parameters((3,), (3,)), dtypes=F32)
    found += cases("layer_norm.weight", low, *parameters((3,)), dtypes=F32)
    found += cases("rms_norm.eps", low, *parameters((3,)), dtypes=F32)
    return found


def embedding():
    found = []
    for call in ("embedding", "embedding.padding"):
        for weight in (Input((5, 3)), Input((5, 3), parameter=True)):
            found += cases(call, weight, index((6,), 5), dtypes=ALL if weight.parameter else F32)
            found += cases(call, weight, index((2, 4), 5), dtypes=ALL if weight.parameter else F32)
        found += cases(call, Input((5, 3), parameter=True), index((2, 4), 5), loss="sum", dtypes=F32)
    found += cases("embedding", Input((5, 3), grad=False), index((6,), 5), dtypes=F32)
    found += cases("embedding", Input((5, 3), parameter=True), index((3, 2), 5, view="t"), dtypes=F32)
    return found


def loss():
    found = []
    for name in ("nll_loss", "cross_entropy_loss"):
        for way in ("mean", "sum", "none", "ignore"):
            call = f"{name}.{way}"
            found += cases(call, (6, 5), index((6,), 5))
            if way != "none":
                found += cases(call, (6, 5), index((6,), 5), loss="direct", dtypes=ALL)
            found += cases(call, Input((5, 6), view="t"), index((6,), 5), dtypes=F32)
            found += cases(call, (5,), index((), 5), dtypes=F32)
        found += cases(f"{name}.mean", Input((6, 5), grad=False), index((6,), 5), dtypes=F32)
        found += cases(f"{name}.weight", (6, 5), index((6,), 5), Input((5,), grad=False))
    for way in ("sum", "none"):
        found += cases(f"nll_loss.weight_{way}", (6, 5), index((6,), 5), Input((5,), grad=False))
    found += cases("cross_entropy_loss.float32", (6, 5), index((6,), 5))
    return found


def attention():
    def heads(h=2, l=4, s=6, e=3, kv=None, e_v=None):
        shapes = ((2, h, l, e), (2, kv or h, s, e), (2, kv or h, s, e_v or e))
        return [Input(shape) for shape in shapes]

    found = []
    for name in ("sdpa", "sdpa_math"):
        found += cases(name, *heads()) + cases(name, *heads(), loss="sum", dtypes=F32)
        found += cases(f"{name}.causal", *heads(s=4)) + cases(f"{name}.causal", *heads(), dtypes=F32)
        found += cases(f"{name}.scale", *heads(), dtypes=WIDE)
        found += cases(f"{name}.causal_scale", *heads(s=4), dtypes=WIDE)
        for m in (mask((4, 6)), mask((2, 1, 4, 6)), Input((4, 6), grad=False), Input((2, 2, 4, 6), grad=False)):
            found += cases(f"{name}.mask", *heads(), m)
        found += cases(f"{name}.mask", *heads(), Input((4, 6)), dtypes=WIDE)
        found += cases(f"{name}.gqa", *heads(h=4, kv=2)) + cases(f"{name}.gqa", *heads(h=4, kv=1), dtypes=F32)
        found += cases(f"{name}.gqa_causal", *heads(h=4, kv=2, s=4), dtypes=WIDE)
        found += cases(name, *heads(e_v=5), dtypes=F32)
        found += cases(name, *heads(l=3, s=3, e=8), dtypes=F32)
        for grads in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (0, 0, 0)):
            inputs = [Input(i.shape, grad=bool(g)) for i, g in zip(heads(), grads)]
            found += cases(name, *inputs, dtypes=F32)
        # As models lay heads out: (B, L, H, D) seen as (B, H, L, D).
        found += cases(name, *[Input((2, 4, 2, 3), view="heads") for _ in range(3)])
        found += cases(f"{name}.causal", *[Input((2, 4, 2, 3), view="heads") for _ in range(3)])
        found += cases(name, *[Input((2, 4, 3)) for _ in range(3)], dtypes=F32)
        found += cases(f"{name}.packed", (2, 4, 12)) + cases(f"{name}.packed", (1, 3, 48), dtypes=F32)
    # CPU's kernel works in blocks, on more queries the more there are.
    for l, s in ((33, 600), (191, 191), (192, 192), (767, 513), (768, 300)):
        for call in ("sdpa", "sdpa.causal"):
            found += cases(call, *heads(h=1, l=l, s=s, e=2), dtypes=("float32", "bfloat16"), values=False)
    found += cases("sdpa_math.dropout", *heads(), values=False)
    return found


def indexing():
    found = cases("index_select.0", (5, 3), index((6,), 5)) + cases("index_select.1", (5, 3), index((4,), 3))
    found += cases("index_select.0", (2, 4, 3), index((3,), 2), dtypes=("float32", "bfloat16"))
    found += cases("index_select.1", (2, 4, 3), index((3,), 4), dtypes=("float32", "bfloat16"))
    found += cases("index_select.0", Input((3, 5), view="t"), index((6,), 5), dtypes=F32)
    found += cases("index_select.0", (5,), index((6,), 5), dtypes=("float32", "bfloat16"))
    for call in ("index_add.0", "index_add_.0"):
        for a, b in ((1, 1), (0, 1), (1, 0)):
            x, y = Input((5, 3), grad=bool(a)), Input((6, 3), grad=bool(b))
            found += cases(call, x, index((6,), 5), y, dtypes=ALL if a and b else F32)
    found += cases("index", (5, 3), index((6,), 5)) + cases("index", (5,), index((6,), 5), dtypes=F32)
    found += cases("index", (2, 4, 3), index((3,), 2), dtypes=F32)
    found += cases("index", (5, 3), index((2, 4), 5), dtypes=F32)
    found += cases("index", Input((3, 5), view="t"), index((6,), 5), dtypes=F32)
    found += cases("index.none", (1, 5, 3), index((6,), 5)) + cases("index.none", (4, 3), index((2,), 3), dtypes=F32)
    found += cases("index.two", (5, 3), index((6,), 5), index((6,), 3))
    found += cases("index.two", (5, 3, 2), index((6,), 5), index((6,), 3), dtypes=F32)
    found += cases("gather.0", (5, 3), index((2, 3), 5)) + cases("gather.-1", (5, 3), index((5, 2), 3))
    found += cases("gather.-1", Input((3, 5), view="t"), index((5, 2), 3), dtypes=F32)
    for a, b in ((1, 1), (0, 1), (1, 0)):
        found += cases("scatter.-1", Input((5, 3), grad=bool(a)), index((5, 1), 3), Input((5, 1), grad=bool(b)))
    found += cases("scatter.value", (5, 3), index((5, 1), 3))
    for call in ("topk.2", "topk.2,0", "topk.1_smallest"):
        found += cases(call, (4, 3)) + cases(call, (2, 4, 3), dtypes=F32)
        found += cases(call, Input((3, 4), view="t"), dtypes=F32) + cases(call, Input((4, 3), grad=False), dtypes=F32)
    found += cases("one_hot.5", index((4, 2), 5), dtypes=F32) + cases("one_hot.5", index((4,), 5), dtypes=F32)
    for call in ("nonzero", "where.condition"):
        found += cases(call, mask((4, 3)), dtypes=F32) + cases(call, index((4, 3), 2), dtypes=F32)
        found += cases(call, index((3, 4), 2, view="t"), dtypes=F32) + cases(call, mask((6,)), dtypes=F32)
    for a, b in ((1, 1), (0, 1), (1, 0)):
        x, y = Input((4, 3), grad=bool(a)), Input((4, 3), grad=bool(b))
        found += cases("where", mask((4, 3)), x, y, dtypes=ALL if a and b else F32)
    found += cases("where", mask((4, 3)), (4, 3), (), dtypes=F32) + cases("where", mask((4, 1)), (4, 3), (3,), dtypes=F32)
    found += cases("masked_fill", (4, 3), mask((4, 3))) + cases("masked_fill", (2, 4, 3), mask((4, 3)), dtypes=F32)
    found += cases("masked_fill", Input((3, 4), view="t"), mask((4, 3)), dtypes=F32)
    found += cases("masked_fill.-inf", (4, 6), mask((1, 6)))
    for call in ("tril", "tril.1"):
        found += cases(call, (4, 3)) + cases(call, (2, 4, 3), dtypes=F32)
        found += cases(call, Input((3, 4), view="t"), dtypes=F32) + cases(call, mask((4, 4)), dtypes=F32)
    return found


def reshaping():
    found = []
    plain = {
        "permute.2,0,1": [(2, 4, 3)], "permute.0,2,-2": [(2, 4, 3)], "select.0,1": [(4, 3), (3,)],
        "select.1,-1": [(4, 3), (2, 4, 3)], "unbind.0": [(4, 3)], "unbind.1": [(4, 3)], "unbind.0[1]": [(4, 3)],
        "flatten": [(4, 3), (), (3,)], "flatten.1": [(2, 4, 3)], "flatten.0,1": [(2, 4, 3)],
        "repeat_interleave.2,1": [(2, 2, 3)], "repeat_interleave.3,0": [(4,), (4, 3)],
    }  # fmt: skip
    for call, shapes in plain.items():
        for k, size in enumerate(shapes):
            found += cases(call, size, dtypes=F32 if k else ALL)
    for call in ("select.0,1", "unbind.0", "flatten", "repeat_interleave.3,0"):
        found += cases(call, Input((3, 4), view="t"), dtypes=F32)
    found += cases("zeros_like", (4, 3), dtypes=ALL) + cases("zeros_like", Input((3, 4), view="t"), dtypes=F32)
    for call in ("stack.0", "stack.-1"):
        found += cases(call, (4, 3), (4, 3)) + cases(call, (4, 3), Input((4, 3), grad=False), dtypes=F32)
        found += cases(call, (4, 3), (4, 3), (4, 3), dtypes=F32)
    return found


def elementwise():
    found = []
    for call in ("rsqrt", "exp", "cos", "sin"):
        positive = call == "rsqrt"
        found += cases(call, Input((4, 3), positive=positive)) + cases(call, Input((), positive=positive), dtypes=F32)
        found += cases(call, Input((4, 3), positive=positive), loss="sum", dtypes=F32)
        found += cases(call, Input((3, 4), positive=positive, view="t"), dtypes=F32)
        found += cases(call, Input((4, 3), positive=positive, grad=False), dtypes=F32)
    return found


MODEL_FAMILIES = {
    "softmax": softmax,
    "normalization": normalization,
    "embedding": embedding,
    "loss": loss,
    "attention": attention,
    "indexing": indexing,
    "reshaping": reshaping,
    "elementwise": elementwise,
}
