"""Counts the tests in a stage's log: prints "PASSED FAILED".

Usage: count.py LOG STATUS   GoogleTest's cases below ctest, node's test runner, or a closing "N passed, M failed".
A stage that ended badly counts as one failure at least; one that ran nothing is a failure.
"""

import pathlib
import re
import sys


def total(pattern, text):
    return sum(int(n) for n in re.findall(pattern, text, re.MULTILINE))


def count(text):
    node = total(r"^(?:#|ℹ) pass (\d+)$", text), total(r"^(?:#|ℹ) (?:fail|cancelled) (\d+)$", text)
    if sum(node):
        return node
    plain = re.findall(r"^(\d+) passed, (\d+) failed$", text, re.MULTILINE)
    if plain:
        return int(plain[-1][0]), int(plain[-1][1])
    # ctest numbers the lines of its programs: some are GoogleTest's, some have a closing line of their own.
    passed = total(r"^\d+: \[  PASSED  \] (\d+) tests?", text) + total(r"^\d+: (\d+) passed, \d+ failed$", text)
    failed = total(r"^\d+: \[  FAILED  \] (\d+) tests?", text) + total(r"^\d+: \d+ passed, (\d+) failed$", text)
    summary = re.search(r"(\d+) tests? failed out of (\d+)", text)
    if summary:
        programs_failed, programs = int(summary.group(1)), int(summary.group(2))
        failed = max(failed, programs_failed)
        passed = passed or programs - programs_failed
    return passed, failed


def main():
    path, status = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
    passed, failed = count(text)
    if status or not passed:
        failed = max(failed, 1)
    print(passed, failed)


if __name__ == "__main__":
    main()
