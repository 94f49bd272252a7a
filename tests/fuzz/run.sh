#!/bin/bash
# Runs every fuzzer for a while, from its seeds.  Usage: run.sh FOLDER SECONDS
set -euo pipefail
folder=$1 seconds=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
readers=(config safetensors index measurement cases)

fuzz() {
  local reader=$1 corpus="$folder/corpus/$1"
  mkdir -p "$corpus"
  # Texts are small, and a hostile one may be deep.
  (cd "$folder" && "./fuzz_$reader" -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=2048 \
    -print_final_stats=1 "$corpus" "$here/seeds/$reader" >"$folder/$reader.log" 2>&1)
}

# All at once: a minute of each is a minute of the clock.
jobs=()
for reader in "${readers[@]}"; do
  fuzz "$reader" &
  jobs+=($!)
done
passed=0 failed=0
for at in "${!readers[@]}"; do
  status=0
  wait "${jobs[at]}" || status=$?
  cat "$folder/${readers[at]}.log"
  if ((status == 0)); then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "ERROR: fuzz_${readers[at]} found an input that breaks its reader (in $folder)"
  fi
done
echo "$passed passed, $failed failed"
((failed == 0))
