# scripts/lib/count.py counts what a stage's log says, whichever program wrote it.
# shellcheck shell=bash

count() {
  local status=$1
  shift
  printf '%s\n' "$@" >"$scratch/log"
  python3 "$scripts/lib/count.py" "$scratch/log" "$status"
}

test_count_adds_up_a_log() {
  command -v python3 >/dev/null || skip "python3 is not on this machine"
  expect 0 '^97 2$' count 1 '1: [  PASSED  ] 12 tests.' '2: 84 passed, 0 failed' '3: [  PASSED  ] 1 test.' '3: [  FAILED  ] 2 tests, listed below:'
  expect 0 '^202 2$' count 1 '# pass 202' '# fail 2' '# cancelled 0'
  expect 0 '^8 0$' count 0 '3 passed, 1 failed' '8 passed, 0 failed'
  expect 0 '^0 1$' count 0 'nothing ran'
  expect 0 '^5 1$' count 1 '5 passed, 0 failed'
}
