"""The same in PyTorch: runs every lesson's program and compares the integers it prints with the engine's.

Usage: run.py TALLY   TALLY is the command line program. Needs Python PyTorch 2.6.
For each lesson: its defaults in every language, and SETTINGS random ones, the same in every run.
"""

import contextlib
import io
import json
import math
import os
import random
import re
import subprocess
import sys
import time
import unicodedata

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"

import torch  # noqa: E402

SETTINGS, SEED, TRIES = 10, 2026, 50
LINES, COLUMNS = range(5, 16), 88
WANTED = "2.6.0"


def tally(program, *arguments):
    return subprocess.run([program, "lecture", *arguments], capture_output=True, text=True, env={"LANG": "C.UTF-8"})


def run(program, lesson, language, values):
    """The lesson's answer, or None where values contradict each other."""
    options = [f"--{key.replace('_', '-')}={value}" for key, value in values.items()]
    done = tally(program, "--demo", lesson["id"], "--lang", language, "--json", *options)
    if done.returncode == 2:
        return None
    if done.returncode:
        raise RuntimeError(f"{lesson['id']} {values}: {done.stderr}")
    return json.loads(done.stdout)["lessons"][0]["presentation"]


# -- Random values within the declared limits


def whole(draw, low, high, scale):
    if scale == "linear":
        return draw.randint(int(low), int(high))
    return min(int(high), max(int(low), round(math.exp(draw.uniform(math.log(max(low, 1)), math.log(high))))))


def cut(draw, total):
    """Positive whole numbers that add up to `total`."""
    parts = []
    while total > 0:
        parts.append(draw.randint(1, total))
        total -= parts[-1]
    return draw.sample(parts, len(parts))


def value_of(draw, lesson, parameter, values):
    kind, low, high = parameter["kind"], parameter["min"], parameter["max"]
    if kind == "integer":
        if parameter["key"] in ("segment", "frozen"):  # layers of the network
            high = int(values["layers"])
        return str(whole(draw, low, high, parameter["scale"]))
    if kind == "real":
        return repr(math.exp(draw.uniform(math.log(low), math.log(high))))
    if kind == "choice":
        return draw.choice(parameter["choices"])["id"]
    if kind == "flag":
        return draw.choice(("true", "false"))
    if draw.random() < 0.5:  # a list of layers, or nothing
        return ""
    layers = int(values["layers"])
    if parameter["key"] == "boundaries":
        return ",".join(map(str, cut(draw, layers)))
    return ",".join(str(n + 1) for n in sorted(draw.sample(range(layers), draw.randint(1, layers))))


def random_values(draw, lesson):
    values = {}
    for parameter in lesson["parameters"]:
        values[parameter["key"]] = value_of(draw, lesson, parameter, values)
    return values


# -- One program


def width(line):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


def printed(code):
    """The integers that the program prints, in a namespace of its own."""
    output = io.StringIO()
    torch.manual_seed(0)
    with contextlib.redirect_stdout(output):
        exec(compile(code, "script", "exec"), {"__name__": "__main__"})
    return [int(word) for word in output.getvalue().split()]


def problem_of(shown):
    """What is wrong with a presentation's program, or ""."""
    script = shown["pytorch"]
    if script is None:
        return "" if any("PyTorch" in note for note in shown["notes"]) else "no program, and no note that says why"
    lines = script["code"].splitlines()
    if len(lines) not in LINES:
        return f"{len(lines)} lines"
    if wide := [line for line in lines if width(line) > COLUMNS or line != line.rstrip()]:
        return f"{width(wide[0])} columns: {wide[0]}"
    try:
        got = printed(script["code"])
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "" if got == script["prints"] else f"PyTorch prints {got}, the engine says {script['prints']}"


def without_comments(code):
    return re.sub(r" *#.*", "", code)


def main():
    program = sys.argv[1]
    if not torch.__version__.startswith(WANTED):
        sys.exit(f"The programs are PyTorch {WANTED}'s; this is {torch.__version__}.")
    torch.set_num_threads(1)
    described = json.loads(tally(program, "--describe").stdout)
    languages = [language["tag"] for language in described["languages"]]
    passed = failed = 0
    for lesson in described["lessons"]:
        draw, begin, scripts = random.Random(f"{SEED} {lesson['id']}"), time.monotonic(), 0
        cases = [({}, language) for language in languages]
        while len(cases) < len(languages) + SETTINGS:
            cases.append((None, languages[len(cases) % len(languages)]))
        codes = set()
        for values, language in cases:
            shown = None
            for _ in range(TRIES):  # until the values go together
                chosen = random_values(draw, lesson) if values is None else values
                if shown := run(program, lesson, language, chosen):
                    break
            problem = problem_of(shown) if shown else "no valid values were found"
            if shown and shown["pytorch"]:
                scripts += 1
                if values is not None:
                    codes.add(without_comments(shown["pytorch"]["code"]))
            passed, failed = passed + (not problem), failed + bool(problem)
            if problem:
                print(f"FAIL: {lesson['id']} {language} {chosen}: {problem}")
        if len(codes) != 1:
            failed += 1
            print(f"FAIL: {lesson['id']}: the languages' programs differ in more than comments")
        if scripts < len(cases) * 2 // 3:
            failed += 1
            print(f"FAIL: {lesson['id']}: only {scripts} of {len(cases)} settings have a program")
        print(f"{lesson['id']}: {scripts} programs of {len(cases)} settings, {time.monotonic() - begin:.1f} s", flush=True)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
