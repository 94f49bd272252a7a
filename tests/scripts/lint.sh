# scripts/lib/lint.py finds what it is there for, and nothing in clean files.
# shellcheck shell=bash

lint_repository() {
  cd "$scratch"
  git init -q .
  mkdir -p src/core src/ops src/app
  printf '#pragma once\n#include "core/bytes.h"\n' >src/ops/fine.h
}

lint() {
  git -C "$scratch" add -A
  (cd "$scratch" && python3 "$scripts/lib/lint.py")
}

test_lint_accepts_clean_files() {
  command -v python3 >/dev/null || skip "python3 is not on this machine"
  lint_repository
  expect 0 '^$' lint
}

test_lint_finds_each_fault() {
  command -v python3 >/dev/null || skip "python3 is not on this machine"
  lint_repository
  printf '#pragma once\n#include "ops/fine.h"\n' >src/core/up.h
  printf '#include <imgui.h>\nvoid f() { throw 1; }  // throw\nconst char* s = "throw";\n' >src/ops/bad.cpp
  printf '%s: later \n' "TO""DO" >notes.md
  printf 'deb %s trixie main\n' "http:""//example.org" >sources.txt
  printf '#pragma once\nnamespace tally {\nenum class Same : int { a };\n}\n' >src/ops/one.h
  printf '#pragma once\nnamespace tally {\nstruct Same {};\n}\n' >src/ops/two.h
  expect 1 'src/core/up.h:2: src/core must not include ops/fine.h' lint
  grep -q 'src/ops/bad.cpp:1: imgui.h belongs in src/app' <<<"$output"
  grep -q 'src/ops/bad.cpp:2: no exceptions' <<<"$output"
  grep -q 'src/ops/two.h:3: Same is also in src/ops/one.h:3' <<<"$output"
  grep -q 'notes.md:1: unfinished' <<<"$output"
  grep -q 'notes.md:1: blanks' <<<"$output"
  grep -q 'sources.txt:1: no file names a package archive' <<<"$output"
  check "a word in a literal or a comment is no fault" [ "$(grep -c 'bad.cpp:[23]' <<<"$output")" = 1 ]
}
