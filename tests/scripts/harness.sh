# A test is a function test_...; expect STATUS PATTERN COMMAND... runs a command and looks at its status and words.
# shellcheck shell=bash

output="" # of the last expect

expect() {
  local status=$1 pattern=$2 got=0
  shift 2
  output=$("$@" 2>&1 </dev/null) || got=$?
  if [ "$got" != "$status" ] || ! grep -qE -- "$pattern" <<<"$output"; then
    printf 'expected status %s and "%s" from: %s\ngot status %s and:\n%s\n' "$status" "$pattern" "$*" "$got" "$output"
    return 1
  fi
}

# check MESSAGE CONDITION...
check() {
  local message=$1
  shift
  "$@" || {
    echo "not true: $message"
    return 1
  }
}

skip() {
  echo "skip: $*"
  exit 77
}

# What a test left running in the background, each perhaps with a group of its own.
end_children() {
  local child
  for child in $(jobs -p); do kill -- "-$child" 2>/dev/null || kill "$child" 2>/dev/null || true; done
}

# Runs each test_ function in a shell and a folder of its own.
run_all() {
  local name status passed=0 failed=0 skipped=0 log
  for name in $(declare -F | awk '$3 ~ /^test_/ { print $3 }'); do
    scratch=$(mktemp -d "${TMPDIR:-/tmp}/tally-test-XXXXXX")
    chmod 755 "$scratch"
    log="$scratch/log"
    set +e
    (
      set -e
      trap end_children EXIT
      "$name"
    ) >"$log" 2>&1
    status=$?
    set -e
    case $status in
      0) passed=$((passed + 1)) && echo "ok    ${name#test_}" ;;
      77) skipped=$((skipped + 1)) && echo "skip  ${name#test_} ($(sed -n 's/^skip: //p' "$log"))" ;;
      *) failed=$((failed + 1)) && echo "FAIL  ${name#test_}" && sed 's/^/      /' "$log" ;;
    esac
    rm -rf --one-file-system "$scratch"
  done
  [ "$skipped" = 0 ] || echo "$skipped skipped"
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ]
}
