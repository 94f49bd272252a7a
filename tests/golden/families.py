"""The op cases, one family per file of the golden folder."""

from case import ALL, Input, cases, patterns
from model_families import MODEL_FAMILIES

F32 = ("float32",)
WIDE = ("float32", "float64")


def pointwise():
    found = []
    for call, positive in (("add", False), ("sub", False), ("mul", False), ("div", True)):
        found += patterns(call, (4, 3), (4, 3), positive=positive)
        for a, b in (
            ((4, 3), (3,)), ((4, 3), (4, 1)), ((4, 1), (1, 3)), ((4, 3), ()), ((), (4, 3)),
            ((2, 4, 3), (4, 3)), ((2, 1, 3), (4, 1)), ((1, 1), (1, 1)), ((), ()),
        ):  # fmt: skip
            found += patterns(call, a, b, positive=positive, dtypes=F32)
        found += cases(call, Input((4, 3), positive=positive), Input((3,), positive=positive),
                       dtypes=("float64", "bfloat16"))  # fmt: skip
        found += cases(call, Input((3, 4), view="t", positive=positive),
                       Input((4, 3), positive=positive), dtypes=F32)  # fmt: skip
        found += cases(call, Input((3, 4), view="t", positive=positive),
                       Input((3, 4), view="t", positive=positive), dtypes=F32)  # fmt: skip
        for other in ("float64", "bfloat16"):
            found += cases(call, Input((4, 3), positive=positive),
                           Input((4, 3), dtype=other, positive=positive), dtypes=F32)  # fmt: skip
            found += cases(call, Input((4, 3), positive=positive),
                           Input((3,), dtype=other, positive=positive), dtypes=F32)  # fmt: skip
    for call in ("add.alpha2", "sub.alpha2", "add.alpha0.5"):
        found += patterns(call, (4, 3), (4, 3), dtypes=ALL)
        found += patterns(call, (4, 3), (3,), dtypes=F32)
    for call in ("add.scalar_int", "mul.scalar_int", "div.scalar_int"):
        found += cases(call, (4, 3), dtypes=("float32", "bfloat16"))
    for call in ("add.self", "add.scalar", "sub.scalar", "mul.self", "mul.scalar", "div.scalar", "neg",
                 "pow.2", "pow.3"):  # fmt: skip
        found += cases(call, (4, 3)) + cases(call, (), dtypes=F32) + cases(call, (7, 1, 5), dtypes=F32)
        found += cases(call, Input((3, 4), view="t"), dtypes=F32)
    for call in ("pow.1", "pow.0"):
        found += cases(call, (4, 3))
    found += cases("add", (0, 3), (3,), dtypes=F32) + cases("mul", (4, 0), (4, 1), dtypes=F32)
    for call in ("pow.0.5", "pow.-1", "pow.2.5"):
        found += cases(call, Input((4, 3), positive=True))
    found += patterns("pow.tensor", (4, 3), (4, 3), positive=True)
    found += patterns("pow.tensor", (4, 3), (3,), positive=True, dtypes=F32)
    found += patterns("pow.tensor", (4, 1), (1, 3), positive=True, dtypes=F32)
    return found


def activation():
    found = []
    for call in ("relu", "gelu.none", "gelu.tanh", "silu", "sigmoid", "tanh"):
        found += cases(call, (4, 3)) + cases(call, (4, 3), loss="sum", dtypes=F32)
        found += cases(call, (), dtypes=F32) + cases(call, (7, 1, 5), dtypes=F32)
        found += cases(call, Input((3, 4), view="t"), dtypes=F32)
        found += cases(call, Input((4, 3), grad=False), dtypes=F32) + cases(call, (0, 3), dtypes=F32)
    for call in ("dropout.train0.5", "dropout.train0.1"):
        found += cases(call, (4, 3), values=False)
        found += cases(call, Input((3, 4), view="t"), dtypes=F32, values=False)
    for call in ("dropout.train0", "dropout.train1", "dropout.eval0.5"):
        found += cases(call, (4, 3))
    return found


def matmul():
    found = patterns("mm", (4, 3), (3, 5)) + cases("mm", (1, 1), (1, 1)) + cases("mm.self", (4, 4))
    found += patterns("mm", (4, 3), (3, 5), dtypes=F32, loss="sum")
    found += cases("mm", Input((3, 4), view="t"), (3, 5))
    found += cases("mm", (4, 3), Input((5, 3), view="t"))
    found += cases("mm", Input((3, 4), view="t"), Input((5, 3), view="t"), dtypes=F32)
    found += cases("mm", Input((4, 6), view="step"), (3, 5), dtypes=F32)
    found += cases("mm", (4, 3), Input((3, 10), view="step"), dtypes=F32)
    found += cases("mm", (17, 33), (33, 9), dtypes=WIDE)
    found += cases("mm", (0, 3), (3, 5), dtypes=F32) + cases("mm", (4, 0), (0, 5), dtypes=F32)
    for a, b in (
        ((3,), (3,)), ((4, 3), (3,)), ((3,), (3, 5)), ((4, 3), (3, 5)), ((2, 4, 3), (3, 5)),
        ((2, 4, 3), (3,)), ((2, 4, 3), (2, 3, 5)), ((2, 2, 4, 3), (2, 2, 3, 5)),
        ((2, 2, 4, 3), (3, 5)), ((2, 4, 3), (1, 3, 5)), ((2, 2, 4, 3), (2, 3, 5)),
    ):  # fmt: skip
        found += cases("matmul", a, b, dtypes=ALL if len(a) == len(b) == 3 else F32)
    for a, b in (((3,), (2, 3, 5)), ((4, 3), (2, 3, 5)), (Input((4, 2, 3), view="t"), (3, 5)),
                 (Input((4, 2, 3), view="t"), (3,))):  # fmt: skip
        frozen = [Input(s, grad=False) for s in (a, b) if isinstance(s, tuple) and len(s) < 3]
        moving = [s for s in (a, b) if not (isinstance(s, tuple) and len(s) < 3)]
        both = frozen + moving if isinstance(b, tuple) and len(b) == 3 else moving + frozen
        found += cases("matmul", *both, dtypes=F32)
    found += patterns("matmul", (2, 4, 3), (2, 3, 5), dtypes=F32)
    found += patterns("matmul", (2, 4, 3), (3, 5), dtypes=F32)
    found += cases("matmul", Input((4, 2, 3), view="t"), (3, 5), dtypes=F32)
    for x in ((4, 3), (2, 4, 3), (2, 2, 4, 3), (3,)):
        for grads in ((1, 1, 1), (0, 1, 1), (1, 0, 0), (1, 0, 1), (0, 0, 1), (0, 1, 0), (1, 1, 0)):
            inputs = [Input(s, grad=bool(g), parameter=k > 0)
                      for k, (s, g) in enumerate(zip((x, (5, 3), (5,)), grads))]  # fmt: skip
            dtypes = ALL if len(x) == 2 or all(grads) else F32
            found += cases("linear.bias", *inputs, dtypes=dtypes)
            if grads[2] or not (grads[0] or grads[1]):
                continue
            found += cases("linear", *inputs[:2], dtypes=dtypes)
        found += cases("linear", x, Input((5, 3), parameter=True), dtypes=ALL)
        for loss in ("weighted", "sum"):
            inputs = [Input(x, grad=False), Input((5, 3), parameter=True), Input((5,), parameter=True)]
            found += cases("linear", *inputs[:2], dtypes=F32, loss=loss)
            if loss == "sum":
                found += cases("linear.bias", *inputs, dtypes=F32, loss=loss)
    for call in ("linear", "linear.bias"):
        weights = [Input((5, 3), parameter=True), Input((5,), parameter=True)][: 1 + (call != "linear")]
        found += cases(call, Input((3, 4), view="t"), *weights, dtypes=F32)
        found += cases(call, Input((4, 2, 3), view="t"), *weights, dtypes=F32)
        found += cases(call, Input((4, 6), view="step"), *weights, dtypes=F32)
    return found


def reduction():
    found = []
    for call in ("sum", "sum.dim0", "sum.dim-1_keepdim", "mean", "mean.dim0", "mean.dim-1_keepdim"):
        found += cases(call, (4, 3)) + cases(call, (7, 1, 5), dtypes=F32)
        found += cases(call, Input((3, 4), view="t"), dtypes=F32)
    found += cases("sum", (), dtypes=F32) + cases("mean", (), dtypes=F32)
    found += cases("sum", (0, 3), dtypes=F32) + cases("sum.dim0", (0, 3), dtypes=F32)
    found += cases("sum", (4, 3), loss="direct") + cases("mean", (4, 3), loss="direct")
    found += cases("sum.dims0,1", (4, 3))
    found += cases("sum.dims0,2", (2, 4, 3)) + cases("mean.dims0,2", (2, 4, 3))
    for call in ("mse_loss.mean", "mse_loss.sum", "mse_loss.none"):
        found += patterns(call, (4, 3), (4, 3)) + patterns(call, (4, 3), (3,), dtypes=F32)
        found += cases(call, (0, 3), (0, 3), dtypes=("float32", "bfloat16"), values=call != "mse_loss.mean")
        if call != "mse_loss.none":
            found += cases(call, (4, 3), Input((4, 3), grad=False), loss="direct")
    return found


def shape():
    found = []
    plain = {
        "transpose.0,1": [(4, 3), (2, 4, 3)], "transpose.1,-1": [(2, 4, 3)], "t": [(4, 3), (3,)],
        "view.12": [(4, 3)], "view.2,-1": [(4, 3)], "reshape.2,6": [(4, 3)], "reshape.same": [(4, 3)],
        "expand.4,3": [(3,), (4, 1), (), (4, 3)], "expand.2,-1,3": [(4, 1)], "contiguous": [(4, 3)],
        "clone": [(4, 3)], "slice.0,1,3": [(4, 3)], "slice.1,0,3,2": [(4, 3)], "slice.0,-2": [(4, 3)],
        "chunk.2": [(4, 3)], "chunk.3": [(4, 3)], "chunk.4": [(6, 2), (0, 2)], "chunk.2,1": [(4, 3)],
        "chunk.2[1]": [(4, 3)], "split.2": [(4, 3)], "split.3": [(4, 3)], "split.3[0]": [(4, 3)],
        "split.sizes1,3": [(4, 3)], "split.sizes1,2,dim1": [(4, 3)],
        "to.float32": [(4, 3)], "to.float64": [(4, 3)], "to.bfloat16": [(4, 3)],
    }  # fmt: skip
    for call, shapes in plain.items():
        for k, size in enumerate(shapes):
            found += cases(call, size, dtypes=F32 if k else ALL)
    for call in ("reshape.2,6", "contiguous", "clone", "slice.0,1,3", "chunk.2", "to.bfloat16"):
        shape = (4, 3) if call == "chunk.2" else (3, 4)
        found += cases(call, Input(shape, view="t"), dtypes=F32)
    found += cases("cat.0", (4, 3), (2, 3)) + cases("cat.1", (4, 3), (4, 2)) + cases("cat.-1", (3,), (2,))
    found += patterns("cat.1", (4, 3), (4, 2), dtypes=F32)
    found += cases("cat.0", (4, 3), (2, 3), (1, 3), dtypes=F32)
    found += cases("cat.0", (0, 3), (2, 3), dtypes=F32)
    found += cases("cat.0", Input((3, 4), view="t"), (2, 3), dtypes=F32)
    return found


def graph():
    def leaf(shape, grad=True):
        return Input(shape, grad=grad)

    def weight(*shape):
        return Input(shape, parameter=True)

    frozen = Input((3, 3), grad=False, parameter=True)
    x, h = leaf((4, 3), grad=False), leaf((4, 3))
    found = []
    for loss in ("weighted", "sum"):
        found += cases("graph.residual", h, weight(3, 3), loss=loss)
        found += cases("graph.residual_swapped", h, weight(3, 3), loss=loss, dtypes=F32)
        found += cases("graph.three_users", h, loss=loss, dtypes=F32)
        found += cases("graph.two_branches", h, weight(5, 3), weight(5, 3), loss=loss, dtypes=F32)
        found += cases("graph.two_branches", x, weight(5, 3), weight(5, 3), loss=loss, dtypes=F32)
        found += cases("graph.leaf_used_twice", h, loss=loss, dtypes=F32)
        found += cases("graph.shared_weight", x, weight(3, 3), loss=loss, dtypes=F32)
        found += cases("graph.diamond", h, loss=loss, dtypes=F32)
        found += cases("graph.chunk_branches", h, loss=loss, dtypes=F32)
        found += cases("graph.cat_branches", h, leaf((4, 2)), loss=loss, dtypes=F32)
        found += cases("graph.mlp", x, weight(3, 3), weight(5, 3), loss=loss)
        found += cases("graph.mlp_bias", x, weight(6, 3), weight(6), weight(3, 6), weight(3), loss=loss)
        found += cases("graph.cast_linear", x, weight(5, 3), loss=loss, dtypes=F32)
        found += cases("graph.dropout_between", x, weight(3, 3), weight(5, 3), loss=loss, values=False)
        found += cases("graph.transposed_gradient", h, leaf((3, 4)), loss=loss, dtypes=F32)
    found += cases("graph.mlp", x, frozen, weight(5, 3), dtypes=F32)
    found += cases("graph.mlp", x, weight(3, 3), Input((5, 3), grad=False, parameter=True), dtypes=F32)
    found += cases("graph.mlp", h, frozen, weight(5, 3), dtypes=F32)
    found += cases("graph.squared_error", x, weight(3, 3), x, loss="direct")
    return found


FAMILIES = {
    "pointwise": pointwise,
    "activation": activation,
    "matmul": matmul,
    "reduction": reduction,
    "shape": shape,
    "graph": graph,
    **MODEL_FAMILIES,
}


def unique(found):
    """Cases in order, a repeated one once."""
    return list({case.name: case for case in found}.values())
