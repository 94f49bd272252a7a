# clang-tidy within its time: a stand-in for it, in a checkout of its own.
# shellcheck shell=bash

# A checkout with sources a to l, each a commit, and a clang-tidy that notes what it was given and refuses a file with "wrong".
tidy_checkout() {
  command -v python3 >/dev/null || skip "python3 is not on this machine"
  mkdir -p "$scratch/bin" "$scratch/checkout/src/core" "$scratch/checkout/build/native"
  cat >"$scratch/bin/clang-tidy" <<END
#!/bin/bash
file=\${@: -1}
echo "\${file##*/}" >>"$scratch/given"
! grep wrong "\$file"
END
  chmod +x "$scratch/bin/clang-tidy"
  export PATH="$scratch/bin:$PATH"
  cd "$scratch/checkout"
  git init -q
  echo /build/ >.gitignore
  echo 'Checks: -*' >.clang-tidy
  local name
  for name in a b c d e f g h i j k l; do
    echo "// $name" >"src/core/$name.cpp"
    git add -A
    git -c user.name=test -c user.email=test@example.org commit -qm "$name"
  done
  for name in a b c d e f g h i j k l; do echo "{\"file\": \"$PWD/src/core/$name.cpp\"}"; done | paste -sd , | sed 's/.*/[&]/' >build/native/compile_commands.json
}

test_without_time_clang_tidy_checks_what_changed_last_and_says_so() {
  tidy_checkout
  echo "// of a" >src/core/a.h
  expect 0 '^note: 10 of 12 files, those that changed last first$' python3 "$scripts/lib/tidy.py" 0
  check "a, whose header is new, and the last nine: $(sort "$scratch/given" | tr '\n' ' ')" \
    [ "$(sort "$scratch/given" | tr '\n' ' ')" = "a.cpp d.cpp e.cpp f.cpp g.cpp h.cpp i.cpp j.cpp k.cpp l.cpp " ]
  expect 0 '^note: all 12 files$' python3 "$scripts/lib/tidy.py" 60
  check "what was clean is not checked again: $(wc -l <"$scratch/given")" [ "$(wc -l <"$scratch/given")" = 12 ]
}

test_what_clang_tidy_refuses_fails_the_check() {
  tidy_checkout
  echo "// wrong" >>src/core/b.cpp
  expect 1 'wrong' python3 "$scripts/lib/tidy.py" 0
}

test_a_build_without_the_engine_fails_the_check() {
  tidy_checkout
  echo '[]' >build/native/compile_commands.json
  expect 1 'no source of the engine' python3 "$scripts/lib/tidy.py" 60
}
