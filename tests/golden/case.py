"""A golden case: a call, its inputs, and what is differentiated."""

from dataclasses import dataclass

SHORT = {"float32": "f32", "float64": "f64", "bfloat16": "bf16", "int64": "i64", "bool": "bool"}
ALL = ("float32", "float64", "bfloat16")
FIRST_GRADIENT_STREAM = 100


@dataclass(frozen=True)
class Input:
    """A leaf. `view` is applied to it inside the forward pass: "t" (transpose 0, 1), "heads"
    (transpose 1, 2), "step" ([:, ::2])."""

    shape: tuple
    grad: bool = True
    parameter: bool = False
    positive: bool = False
    view: str = ""
    dtype: str = ""  # the case's, unless given
    below: int = 0  # of int64: from 0 to below - 1


@dataclass(frozen=True)
class Case:
    """`loss` says what is differentiated:
    weighted  sum(mul(out, c)) with a constant c per output, added up
    sum       sum(out), whose gradient is expanded
    direct    the output itself, a scalar
    """

    call: str
    inputs: tuple
    dtype: str
    loss: str = "weighted"
    values: bool = True

    @property
    def name(self):
        shapes = ",".join(
            ("x".join(map(str, i.shape)) or "scalar")
            + (f"'{i.view}" if i.view else "")
            + (f":{SHORT[i.dtype]}" if i.dtype else "")
            for i in self.inputs
        )
        grads = "".join("01"[i.grad] for i in self.inputs)
        parts = [self.call, shapes]
        if "0" in grads:
            parts.append("grad" + grads)
        if self.loss == "sum":
            parts.append("sum")
        return "/".join(parts + [SHORT[self.dtype]])


def index(shape, below, view=""):
    """Whole numbers from 0 to below - 1."""
    return Input(shape, grad=False, dtype="int64", below=below, view=view)


def mask(shape):
    """Booleans, three of four true."""
    return Input(shape, grad=False, dtype="bool")


def cases(call, *inputs, dtypes=ALL, loss="weighted", values=True):
    """One case per dtype. An input is an Input or a shape."""
    inputs = tuple(i if isinstance(i, Input) else Input(i) for i in inputs)
    return [Case(call, inputs, dtype, loss, values) for dtype in dtypes]


def patterns(call, *shapes, dtypes=ALL, positive=False, loss="weighted"):
    """Every pattern of requires_grad but none."""
    found = []
    for bits in range(1, 2 ** len(shapes)):
        inputs = [Input(s, grad=bool(bits >> k & 1), positive=positive) for k, s in enumerate(shapes)]
        found += cases(call, *inputs, dtypes=dtypes, loss=loss)
    return found
