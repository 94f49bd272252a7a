#!/bin/bash
# Runs every fuzzer for a while, from its seeds.  Usage: run.sh FOLDER SECONDS
set -euo pipefail
folder=$1 seconds=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
passed=0 failed=0
for reader in config safetensors index; do
  corpus="$folder/corpus/$reader"
  mkdir -p "$corpus"
  # Texts are small, and a hostile one may be deep.
  if (cd "$folder" && "./fuzz_$reader" -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=2048 \
    -print_final_stats=1 "$corpus" "$here/seeds/$reader"); then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "ERROR: fuzz_$reader found an input that breaks its reader (in $folder)"
  fi
done
echo "$passed passed, $failed failed"
((failed == 0))
