"""What no compiler checks: which folder may include which, which words may stand where, how long files are.

Run in the repository; prints one line per fault, with its file and line, and exits with 1 if there is one.
"""

import json
import pathlib
import re
import subprocess
import sys

# A folder of src/ and what it may include beside itself (see the arrows in ARCHITECTURE.md).
LAYERS = {
    "core": "",
    "tensor": "core",
    "autograd": "core tensor",
    "ops": "core tensor autograd",
    "optim": "core",
    "engine": "core tensor autograd ops optim",
    "nn": "core",
    "models": "core nn",
    "experiments": "core tensor optim engine nn models",
    "account": "core tensor autograd ops optim engine nn models",
    "formats": "core nn models",
    "lecture": "core tensor autograd ops optim engine nn models experiments account formats",
    "bindings": "core lecture",
    "cli": "core nn models account formats lecture",
    "app": "core formats lecture",
    "measure": "core tensor autograd ops optim engine nn models experiments formats lecture",
}
# A demonstration is a template over an engine: only the file that instantiates it names one.
SOURCES_ONLY = {("experiments", "engine")}
# Headers that only one folder may see.
ONLY_IN = [
    (re.compile(r"imgui|GLFW/|GLES|KHR/|OpenGL|GL/|emscripten/html5"), ("app",)),
    (re.compile(r"^(torch|ATen|c10)/"), ("measure",)),
    (re.compile(r"^CLI/"), ("cli",)),
]
# The released wasm has neither exceptions nor run-time types.
NO_EXCEPTIONS = re.compile(r"\b(throw|try|catch|dynamic_cast|typeid)\b")
MAY_THROW = ("src/core/check.h", "src/core/check.cpp", "src/cli/", "src/measure/", "src/app/desktop")
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
# A package archive is the user's own business: no file names one.
ARCHIVE = re.compile(r"^\s*deb(-src)?\s+\S*:/{2}|\bregistry\s*=\s*\S*:/{2}|\bURIs:\s*\S*:/{2}", re.IGNORECASE)
TEXT = {".cpp", ".h", ".py", ".mjs", ".js", ".sh", ".md", ".txt", ".html", ".css", ".glsl", ".yml", ".cmake", ""}
LONGEST = 400


def code_only(text):
    """The C++ code without comments and literals, its lines kept."""
    pattern = r'//[^\n]*|/\*.*?\*/|R"\((?:.*?)\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\''
    return re.sub(pattern, lambda m: "\n" * m.group().count("\n"), text, flags=re.DOTALL)


def check_cxx(path, text, fault):
    folder = path.parts[1] if path.parts[0] == "src" and len(path.parts) > 2 else None
    for number, line in enumerate(text.splitlines(), 1):
        found = re.match(r'\s*#\s*include\s*[<"]([^>"]+)[>"]', line)
        if not found or folder is None:
            continue
        header = found.group(1)
        target = header.split("/")[0]
        if target in LAYERS and '"' in line and target != folder and target not in LAYERS.get(folder, "").split():
            fault(path, number, f"src/{folder} must not include {header}: it may include {LAYERS.get(folder) or 'nothing'}")
        if (folder, target) in SOURCES_ONLY and path.suffix == ".h":
            fault(path, number, f"a header of src/{folder} must not include {header}: only a .cpp file may")
        for pattern, homes in ONLY_IN:
            if pattern.search(header) and folder not in homes:
                fault(path, number, f"{header} belongs in src/{homes[0]} alone")
    if folder is not None and folder not in LAYERS:
        fault(path, 1, f"src/{folder} is no known folder: add it and what it may include to scripts/lib/lint.py")
    if path.suffix == ".h" and "#pragma once" not in text:
        fault(path, 1, "a header begins with #pragma once")
    if folder is not None and not str(path).startswith(MAY_THROW):
        for number, line in enumerate(code_only(text).splitlines(), 1):
            if NO_EXCEPTIONS.search(line):
                fault(path, number, "no exceptions and no run-time types here: use check() of core/check.h")


def check_lock(path, text, fault):
    for name, package in json.loads(text).get("packages", {}).items():
        if "resolved" in package:
            fault(path, 1, f'"{name}" names the place it came from: make it with npm --omit-lockfile-registry-resolved')
            break


def shared_names(path, text):
    """Names with linkage of a header: (namespace, name) and the line. The linker takes two of one name for one."""
    namespace = None
    for number, line in enumerate(text.splitlines(), 1):
        opened = re.match(r"(?:inline )?namespace ([\w:]*) ?{", line)
        if opened:
            namespace = opened.group(1)
        found = re.match(r"(?:struct|class|enum class) (\w+)[^;]*{", line) or re.match(
            r"inline constexpr [^=;{]*?\b(\w+)\s*[{=]", line
        )
        if found and namespace:
            yield (namespace, found.group(1)), f"{path}:{number}"


def main():
    names = subprocess.run(["git", "ls-files", "-z"], stdout=subprocess.PIPE, check=True).stdout.decode().split("\0")
    faults = []
    named = {}

    def fault(path, number, message):
        faults.append(f"{path}:{number}: {message}")

    for path in sorted(pathlib.Path(name) for name in names if name):
        if not path.is_file() or path.suffix not in TEXT | {".json"} or path.name == "LICENSE":
            continue
        text = path.read_text(encoding="utf-8")
        if path.name == "package-lock.json":
            check_lock(path, text, fault)
        if path.suffix not in TEXT:
            continue
        lines = text.splitlines()
        for number, line in enumerate(lines, 1):
            if UNFINISHED.search(line) and path != pathlib.Path("scripts/lib/lint.py"):
                fault(path, number, "unfinished work is not committed")
            if ARCHIVE.search(line):
                fault(path, number, "no file names a package archive")
            if line != line.rstrip():
                fault(path, number, "blanks at the end of the line")
        if text and not text.endswith("\n"):
            fault(path, len(lines), "the last line has no end")
        if path.suffix in {".cpp", ".h"}:
            check_cxx(path, text, fault)
            if len(lines) > LONGEST:
                fault(path, len(lines), f"{len(lines)} lines: split it by family (at most {LONGEST})")
        if path.suffix == ".h" and path.parts[0] == "src":
            for key, place in shared_names(path, text):
                if key in named and not named[key].startswith(f"{path}:"):  # of one file: one of them is compiled
                    faults.append(f"{place}: {key[1]} is also in {named[key]}: the linker would take them for one")
                named[key] = place
        if path == pathlib.Path("README.md") and len(lines) > 120:
            fault(path, len(lines), f"{len(lines)} lines: the README has at most 120")
    print("\n".join(faults))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
