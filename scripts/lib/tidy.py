"""Runs clang-tidy on the engine's sources, those that changed last first, remembers what was clean, and stops in time.

Usage: tidy.py SECONDS   A file is checked again when it, a header of src/ or .clang-tidy changed. The LEAST that changed last
are checked however long they take; of the others, what the time did not allow is checked by the next run, or by
./scripts/check --all.
"""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import time

FOLDERS = ("core", "tensor", "autograd", "ops", "optim", "engine")
SEEN = pathlib.Path("build/tidy/clean")
LEAST = 10


def digest(paths):
    total = hashlib.sha256()
    for path in sorted(paths):
        total.update(str(path).encode())
        total.update(path.read_bytes())
    return total.hexdigest()[:24]


def by_last_change(sources):
    """Those first that changed last, by git: what is not committed, then commit by commit. A header counts as its source."""
    folders = [f"src/{folder}" for folder in FOLDERS]
    names = []
    for command in (["ls-files", "--others", "--exclude-standard"], ["diff", "--name-only", "HEAD"],
                    ["log", "--format=", "--name-only"]):
        done = subprocess.run(["git", *command, "--", *folders], stdout=subprocess.PIPE, text=True, check=True)
        names += done.stdout.split()
    order = {}
    for name in names:
        order.setdefault(pathlib.Path(name).with_suffix(".cpp"), len(order))
    return sorted(sources, key=lambda path: (order.get(path, len(order)), path))


def main():
    deadline = time.monotonic() + float(sys.argv[1])
    database = pathlib.Path("build/native/compile_commands.json")
    if not database.exists():
        sys.exit("build/native is not configured")
    sources = []
    for entry in json.loads(database.read_text()):
        path = pathlib.Path(entry["file"])
        if path.is_relative_to(pathlib.Path.cwd() / "src"):
            relative = path.relative_to(pathlib.Path.cwd())
            if relative.parts[1] in FOLDERS:
                sources.append(relative)
    if not sources:
        sys.exit("build/native has no source of the engine")
    sources = by_last_change(sources)
    headers = digest([pathlib.Path(".clang-tidy"), *pathlib.Path("src").rglob("*.h")])
    SEEN.mkdir(parents=True, exist_ok=True)
    marks = {path: SEEN / hashlib.sha256((headers + digest([path])).encode()).hexdigest() for path in sources}
    left = [path for path in sources if not marks[path].exists()]

    def tidy(path):
        if time.monotonic() > deadline and path not in sources[:LEAST]:
            return path, None, ""
        done = subprocess.run(
            ["clang-tidy", "-p", "build/native", "--quiet", "--extra-arg=-Wno-unknown-warning-option", path],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
        if done.returncode == 0:
            marks[path].touch()
        return path, done.returncode, done.stdout

    failed = unchecked = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, status, output in pool.map(tidy, left):
            if status is None:
                unchecked += 1
            elif status:
                failed += 1
                print(output or f"{path}: clang-tidy exited with {status}")
    if failed:
        sys.exit(1)
    checked = len(sources) - unchecked
    print(f"note: all {checked} files" if not unchecked else f"note: {checked} of {len(sources)} files, those that changed last first")


if __name__ == "__main__":
    main()
