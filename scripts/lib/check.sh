#!/bin/bash
# The checks themselves, in the environment.  Usage: check.sh check|fix|all ENVIRONMENT
set -euo pipefail
mode=$1
mkdir -p build/tidy
failed=0 passed=0

# run_check NAME COMMAND...
run_check() {
  local name=$1
  shift
  if "$@" >build/tidy/output 2>&1; then
    passed=$((passed + 1))
    echo "ok    $name$(sed -n '$s/^note: / (/p' build/tidy/output | sed 's/$/)/')"
  else
    failed=$((failed + 1))
    echo "FAIL  $name"
    head -n 60 build/tidy/output | sed 's/^/      /'
  fi
}

tracked() { git ls-files -z -- "$@" | while IFS= read -r -d '' f; do if [ -e "$f" ]; then printf '%s\0' "$f"; fi; done; }
each() {
  local pattern=$1
  shift
  tracked $pattern | xargs -0 -r "$@"
}

cxx='*.cpp *.h'
set -f
if [ "$mode" = fix ]; then each "$cxx" clang-format -i; fi
format_rule="clang-format (./scripts/check --fix formats)"
run_check "$format_rule" each "$cxx" clang-format --dry-run -Werror
run_check "layers, words and files (scripts/lib/lint.py)" python3 scripts/lib/lint.py
# Files that others source are checked with those.
run_check "shellcheck" bash -c 'for f in $(git ls-files scripts tests/scripts .ci); do
  if head -n 1 "$f" | grep -q "^#!.*bash"; then echo "$f"; fi; done | xargs shellcheck -x -a -S warning -e SC2164'
run_check "Python compiles" each '*.py' python3 -c 'import ast, sys
for f in sys.argv[1:]: ast.parse(open(f, encoding="utf-8").read(), f)'
run_check "JavaScript parses" each '*.mjs *.js' bash -c 'for f; do node --check "$f" || exit 1; done' _
run_check "numbers, terms and anchors of the prose (web/lint.mjs)" node web/lint.mjs
run_check "the native build configures" bash scripts/lib/build-preset.sh native "$2"
run_check "clang-tidy on the engine" python3 scripts/lib/tidy.py "$([ "$mode" = all ] && echo 3600 || echo "${TALLY_TIDY_SECONDS:-150}")"

echo "$passed passed, $failed failed"
((failed == 0))
