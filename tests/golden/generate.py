#!/usr/bin/env python3
"""Makes the golden files from Python PyTorch 2.6. `--check` compares structure byte for byte instead."""

import argparse
import json
import sys
import tempfile
import warnings
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

import trace  # noqa: E402, F401  (one thread, before torch)

import torch  # noqa: E402

import checkpoints  # noqa: E402
import families  # noqa: E402
import foreach  # noqa: E402
import measure  # noqa: E402
import models  # noqa: E402
import optimizers  # noqa: E402
import scalars  # noqa: E402
import semantics  # noqa: E402
import steps  # noqa: E402
from philox import SEED  # noqa: E402

WANTED = "2.6.0"


def dump(path, cases):
    """One case a line, so that a difference names its case."""
    lines = [f"{json.dumps(name)}:{json.dumps(case, separators=(',', ':'))}" for name, case in cases.items()]
    head = f'{{"pytorch":"{WANTED}","seed":{SEED},"cases":{{\n'
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(head + ",\n".join(lines) + "\n}}\n")


def sections():
    """name -> (function giving structure cases, function giving value cases)."""
    found = {}
    for name, family in families.FAMILIES.items():
        cases = families.unique(family())
        found[name] = (
            lambda cases=cases: {case.name: measure.structure(case) for case in cases},
            lambda cases=cases: {case.name: measure.values(case) for case in cases if case.values},
        )
    for module in (semantics, scalars, checkpoints, optimizers, foreach, steps, models):
        found[module.__name__] = (module.structure, module.values)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare structure with what is there")
    parser.add_argument("--only", metavar="FAMILY", help="one family: " + ", ".join(sections()))
    options = parser.parse_args()
    if not torch.__version__.startswith(WANTED):
        sys.exit(f"The golden files are PyTorch {WANTED}'s; this is {torch.__version__}.")
    warnings.filterwarnings("ignore", message="Using a target size")
    different = []
    with tempfile.TemporaryDirectory() as folder:
        for name, (structure, values) in sections().items():
            if options.only and name != options.only:
                continue
            print(name, flush=True)
            kept = HERE / "structure" / f"{name}.json"
            made = Path(folder) / f"{name}.json" if options.check else kept
            dump(made, structure())
            if options.check:
                if not kept.exists() or kept.read_bytes() != made.read_bytes():
                    different.append(kept)
                    report(kept, made)
            else:
                dump(HERE / "values" / f"{name}.json", values())
    if different:
        sys.exit("structure differs: " + ", ".join(str(path) for path in different))


def report(kept, made):
    old = kept.read_text().splitlines() if kept.exists() else []
    for number, line in enumerate(made.read_text().splitlines()):
        if number >= len(old) or old[number] != line:
            print(f"  {kept.name}:{number + 1}\n  - {old[number] if number < len(old) else ''}\n  + {line}")
            return


if __name__ == "__main__":
    main()
