"""bfloat16 tensors beside numbers that bfloat16 does not hold: which ops round the number first.

Compared to the last bit. 64 elements fill whole vectors of every CPU; what is left over after whole
vectors goes through other kernels in PyTorch, which round more often.
"""

import torch

from philox import uniform

ELEMENTS = 64
CALLS = {
    "add": lambda x, y, z, s: x + s,
    "add.alpha": lambda x, y, z, s: torch.add(x, y, alpha=s),
    "add.scalar_alpha": lambda x, y, z, s: torch.add(x, 0.7, alpha=s),
    "sub": lambda x, y, z, s: x - s,
    "sub.alpha": lambda x, y, z, s: torch.sub(x, y, alpha=s),
    "sub.scalar_alpha": lambda x, y, z, s: torch.sub(x, 0.7, alpha=s),
    "rsub": lambda x, y, z, s: s - x,
    "mul": lambda x, y, z, s: x * s,
    "div": lambda x, y, z, s: x / s,
    "rdiv": lambda x, y, z, s: s / x,
    "pow": lambda x, y, z, s: x**s,
    "add_": lambda x, y, z, s: x.add_(s),
    "add_.alpha": lambda x, y, z, s: x.add_(y, alpha=s),
    "mul_": lambda x, y, z, s: x.mul_(s),
    "div_": lambda x, y, z, s: x.div_(s),
    "lerp_": lambda x, y, z, s: x.lerp_(y, s),
    "addcmul_": lambda x, y, z, s: x.addcmul_(y, z, value=s),
    "addcdiv_": lambda x, y, z, s: x.addcdiv_(y, z, value=s),
    "fill_": lambda x, y, z, s: x.fill_(s),
}
SCALARS = (0.00391, 1 / 3, 0.7, 100.7)
POWERS = (-2, -0.5, 1 / 3, 2.001, 3, 4.7)


def cases():
    for name in CALLS:
        for scalar in POWERS if name == "pow" else SCALARS:
            yield f"{name}/{scalar:g}", name, scalar


def structure():
    return {case: {"call": name, "scalar": scalar, "elements": ELEMENTS} for case, name, scalar in cases()}


def values():
    found = {}
    for case, name, scalar in cases():
        x, y, z = (uniform((ELEMENTS,), k, torch.bfloat16, positive=True) for k in range(3))
        found[case] = CALLS[name](x, y, z, scalar).double().tolist()  # every digit
    return found
