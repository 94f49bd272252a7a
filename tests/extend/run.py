"""One place to add a thing: applies a sample addition per axis, builds it, runs it, counts what it touches.

Usage: run.py SOURCE FOLDER   SOURCE is the repository; FOLDER keeps the copy and its build between runs.
A sample is a patch of this folder. It may add files and add lines to others; it changes no line that is there,
and touches exactly the files of SAMPLES. All are applied to one copy of the working tree, and built at once.
"""

import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ANY = None  # as many lines as the definition takes


@dataclasses.dataclass
class Sample:
    adds: list  # new files
    extends: dict  # file: lines added, or ANY
    targets: list  # what its check runs
    check: object  # check(build) runs the addition and raises Failed


class Failed(Exception):
    pass


def output_of(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode:
        raise Failed(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stdout[-6000:]}")
    return done.stdout


def gtest(build, name, pattern):
    """Runs the tests that match; fails when there are none."""
    [program] = (build / "tests").glob(f"*/test_{name}")
    output = output_of([program, f"--gtest_filter={pattern}"])
    passed = re.search(r"\[  PASSED  \] (\d+) test", output)
    if not passed or passed.group(1) == "0":
        raise Failed(f"test_{name} has no test that matches {pattern}\n{output[-2000:]}")
    return int(passed.group(1))


def lecture(build, *arguments):
    return json.loads(output_of([build / "src/cli/tally", "lecture", "--json", *arguments]))["lessons"]


def rows_of(lesson, table):
    [found] = [t for t in lesson["presentation"]["tables"] if t["id"] == table]
    return dict(zip(found["row_ids"], found["rows"]))


def same(what, got, want):
    if got != want:
        raise Failed(f"{what}: got {got}, not {want}")


# -- The working tree, patched


def sources(source):
    """What git tracks or would track; without git everything but builds."""
    try:
        listed = subprocess.run(
            ["git", "-c", "safe.directory=*", "-C", source, "ls-files", "-z", "-co", "--exclude-standard"],
            capture_output=True, check=True).stdout  # fmt: skip
        names = [os.fsdecode(name) for name in listed.split(b"\0") if name]
    except (OSError, subprocess.CalledProcessError):
        names = [str(p.relative_to(source)) for p in source.rglob("*") if p.is_file()]
        names = [n for n in names if n.split("/")[0] not in ("build", "dist", "node_modules", ".git")]
    return sorted(n for n in set(names) if (source / n).is_file())


def copy(source, names, target):
    for name in names:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source / name, target / name)


def synchronise(staged, tree):
    """Makes `tree` equal to `staged`, leaving alone (and old) what is equal, so that little is rebuilt."""
    wanted = {p.relative_to(staged) for p in staged.rglob("*") if p.is_file()}
    for path in [p for p in tree.rglob("*") if p.is_file()]:
        name = path.relative_to(tree)
        if name.parts[0] != "build" and name not in wanted:
            path.unlink()
    for name in wanted:
        new, old = staged / name, tree / name
        if not old.is_file() or old.read_bytes() != new.read_bytes():
            old.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(new, old)


# -- What a patch touches


def touched(patch):
    """({new file}, {changed file: lines added}, lines removed), from git's own summary."""

    def summary(option):
        # Inside a repository, git apply leaves out what lies outside of the current folder.
        return output_of(["git", "apply", option, patch], cwd="/")

    new = set(re.findall(r"^ create mode \d+ (.+)$", summary("--summary"), re.M))
    added, removed = {}, 0
    for line in summary("--numstat").splitlines():
        plus, minus, name = line.split("\t")
        removed += int(minus)
        if name not in new:
            added[name] = int(plus)
    return new, added, removed


def compare(sample, patch):
    new, added, removed = touched(patch)
    wrong = []
    if new != set(sample.adds):
        wrong.append(f"new files {sorted(new)}, not {sorted(sample.adds)}")
    if set(added) != set(sample.extends):
        wrong.append(f"files with new lines {sorted(added)}, not {sorted(sample.extends)}")
    for name in sorted(set(added) & set(sample.extends)):
        if sample.extends[name] not in (ANY, added[name]):
            wrong.append(f"{added[name]} lines in {name}, not {sample.extends[name]}")
    if removed:
        wrong.append(f"{removed} lines changed that were there")
    if wrong:
        raise Failed("it touches " + "; ".join(wrong))
    rows = sum(n for name, n in added.items() if sample.extends[name] is not ANY)
    return f"{len(new)} new files, {rows} rows in {sum(1 for v in sample.extends.values() if v is not ANY)} files"


# -- The samples


def check_op(build):
    gtest(build, "ops", "*leaky_relu*:OpTable.*")


def check_optimizer(build):
    gtest(build, "optim", "*")  # its tests walk the registry
    gtest(build, "optim_golden", "OptimizerGolden.*")  # 100 steps of torch.optim.RMSprop
    gtest(build, "experiments", "OptimizerState.*")

    # Offered as a choice of lesson 2: step, 4 bytes, and square_avg for each of two 16 x 16 weights.
    [lesson] = lecture(build, "--demo", "2", "--optimizer", "rmsprop", "--layers", "2", "--width", "16")
    rows = rows_of(lesson, "optimizers")
    same("bytes of RMSprop's state", rows["rmsprop"][1]["value"], 2 * (4 + 16 * 16 * 4))


def check_lesson(build):
    gtest(build, "lecture", "Lessons.*:Formulas.*")  # its tests walk the registry
    for language in ("zh", "en"):
        [lesson] = lecture(build, "--demo", "8", "--elements", "5000", "--lang", language)
        rows = rows_of(lesson, "kept")
        same("the bytes that stay", [rows[row][1]["value"] for row in ("dropped", "filled")], [0, 20000])
        if "20,000 B" not in lesson["presentation"]["sentence"]:
            raise Failed(f"the sentence in {language} is {lesson['presentation']['sentence']}")
    wrong = subprocess.run([build / "src/cli/tally", "lecture", "--demo", "8", "--elements", "0"],
                           capture_output=True, text=True)  # fmt: skip
    same("the exit status for no elements", wrong.returncode, 2)
    if "--elements" not in wrong.stderr:
        raise Failed(f"the message for no elements does not name the option: {wrong.stderr}")


SAMPLES = {
    # A struct and its function, the declaration, and the row of the op test table with its golden cases.
    "op": Sample(
        adds=[],
        extends={
            "src/ops/activation.cpp": ANY,
            "src/ops/ops.h": 1,
            "tests/ops/op_rows.h": 1,
            "tests/golden/calls.py": 1,
            "tests/golden/families.py": 1,
            "tests/golden/structure/activation.json": ANY,
            "tests/golden/values/activation.json": ANY,
        },
        targets=["test_ops"],
        check=check_op,
    ),
    # Its rule; the row and its include; the row of the parity test with its golden cases.
    "optimizer": Sample(
        adds=["src/optim/rmsprop.h"],
        extends={
            "src/optim/registry.h": 2,
            "tests/golden/optimizers.py": 1,
            "tests/golden/structure/optimizers.json": ANY,
            "tests/golden/values/optimizers.json": ANY,
        },
        targets=["test_optim", "test_optim_golden", "test_experiments", "tally"],
        check=check_optimizer,
    ),
    # Its parameters, run and present; its strings, declared and once per language; the row, and where each list
    # of sources and of strings names it.
    "lesson": Sample(
        adds=[
            "src/lecture/lessons/zero_grad.cpp",
            "src/lecture/strings/zero_grad.h",
            "src/lecture/languages/en/zero_grad.h",
            "src/lecture/languages/zh/zero_grad.h",
        ],
        extends={
            "src/lecture/lessons.cpp": 2,
            "src/lecture/CMakeLists.txt": 1,
            "src/lecture/strings.h": 2,
            "src/lecture/languages/en.h": 2,
            "src/lecture/languages/zh.h": 2,
        },
        targets=["tally", "test_lecture"],
        check=check_lesson,
    ),
}


def apply(names, source, tree):
    """Makes `tree` the working tree with the samples in it."""
    with tempfile.TemporaryDirectory(dir=tree.parent) as temporary:
        staged = pathlib.Path(temporary)
        copy(source, sources(source), staged)
        # Above the copy there may be a repository, which git apply would take for the patch's own.
        alone = os.environ | {"GIT_CEILING_DIRECTORIES": str(staged.parent)}
        for name in names:
            try:
                output_of(["git", "apply", patch_of(source, name)], cwd=staged, env=alone)
            except Failed as failure:
                raise Failed(f"{failure}tests/extend/{name}.patch no longer fits: bring it up to date") from None
        synchronise(staged, tree)


def patch_of(source, name):
    return source / "tests" / "extend" / f"{name}.patch"


def built(targets, tree):
    """Builds the targets, with files of a folder joined: hardly any is as another checkout has it."""
    build = tree / "build" / "native"
    environment = os.environ | {
        "CMAKE_CXX_COMPILER_LAUNCHER": "ccache", "CMAKE_C_COMPILER_LAUNCHER": "ccache",
        "CCACHE_BASEDIR": str(tree), "CCACHE_NOHASHDIR": "1",
        "CCACHE_SLOPPINESS": "pch_defines,time_macros"}  # fmt: skip
    if not (build / "build.ninja").exists():
        joined = ["-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=12"]
        output_of(["cmake", "--preset", "native", "-DTALLY_DESKTOP=OFF", *joined], cwd=tree, env=environment)
    output_of(["cmake", "--build", build, "--target", *targets], cwd=tree, env=environment)
    return build


def main():
    source, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    failed = {}

    def attempt(name, action):
        try:
            return action()
        except Failed as failure:
            failed[name] = failure

    for name, sample in SAMPLES.items():
        attempt(name, lambda: print(f"{name}: {compare(sample, patch_of(source, name))}", flush=True))
    tree = folder / "tree"
    tree.mkdir(parents=True, exist_ok=True)
    begin = time.monotonic()
    targets = sorted({target for sample in SAMPLES.values() for target in sample.targets})

    def make():
        apply(SAMPLES, source, tree)
        return built(targets, tree)

    build = attempt("build", make)
    if build:
        print(f"built in {time.monotonic() - begin:.0f} s", flush=True)
        for name, sample in SAMPLES.items():
            attempt(name, lambda: sample.check(build))
    # In GoogleTest's words, which scripts/lib/count.py reads.
    print(f"[  PASSED  ] {len(SAMPLES) - len(failed)} tests." if build else "[  PASSED  ] 0 tests.")
    for name, failure in failed.items():
        print(f"Error: {name}: {failure}")
    if failed:
        print(f"[  FAILED  ] {len(failed)} tests.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
