# Wrong command lines, ports, the small server, the command line's own folder and status.
# shellcheck shell=bash

test_a_bad_port_is_named() {
  expect 2 'a number from 1 to 65535, not "abc"' "$scripts/serve" --port abc
  expect 2 'not "0"' "$scripts/serve" --port 0
  expect 2 'not "65536"' "$scripts/serve" --port=65536
  expect 2 'needs a number' "$scripts/serve" --port
  expect 2 'needs an address' "$scripts/serve" --url
  expect 2 'ends with /, not "https://host"' "$scripts/serve" --build --url https://host
  expect 2 'not "host/path/"' "$scripts/serve" --url=host/path/
}

test_an_unknown_option_is_named() {
  local name
  for name in serve test check env bench measure golden; do expect 2 'unknown option "--frob"' "$scripts/$name" --frob; done
}

test_an_unknown_stage_or_group_is_named() {
  expect 2 'one of native .* not "nativ"' "$scripts/test" --only nativ
  expect 2 'one of native .* not "native check"' "$scripts/test" --only 'native check'
  expect 2 'unknown group "pages": the groups are base page' "$scripts/env" --get pages
  expect 2 'unknown group "\.\*"' "$scripts/env" --get '.*'
  expect 2 'needs a group' "$scripts/env" --get
}

test_an_unknown_thing_to_measure_is_named() {
  expect 2 'measures all, engine, wasm, native or page, not "pages"' "$scripts/bench" pages
  expect 0 'usage: ./scripts/bench .*engine.*--json' "$scripts/bench" --help
}

test_what_measure_takes_is_named() {
  expect 2 'takes cpu or cuda, not "gpu"' "$scripts/measure" --device gpu
  expect 2 'takes zh or en, not "fr"' "$scripts/measure" --lang fr
  expect 2 'needs a file' "$scripts/measure" --json
  expect 0 'usage: ./scripts/measure .*lecture.*models.*scale' "$scripts/measure" --help
  grep -q TALLY_TORCH <<<"$output"
  TALLY_TORCH=/nowhere expect 1 'TALLY_TORCH is /nowhere, which is no folder' "$scripts/measure"
}

test_a_library_that_is_missing_is_named() {
  # shellcheck source=scripts/lib/own-torch.sh
  . "$scripts/lib/own-torch.sh"
  local printed
  printed=$(printf '\tlibcudnn.so.9 => not found\n\tlibc.so.6 => /lib/libc.so.6 (0x1)\n' | missing_libraries)
  check "of two libraries one: $printed" [ "$printed" = libcudnn.so.9 ]
  check "none" [ -z "$(printf '\tlibc.so.6 => /lib/libc.so.6 (0x1)\n' | missing_libraries)" ]
}

test_a_gpu_is_measured_with_the_torch_of_python_or_it_is_said_why_not() {
  # shellcheck source=scripts/lib/say.sh
  . "$scripts/lib/say.sh"
  # shellcheck source=scripts/lib/own-torch.sh
  . "$scripts/lib/own-torch.sh"
  local tool TALLY_TORCH="" TALLY_HEADERS=/headers PATH="$scratch:$PATH"
  for tool in nvidia-smi cmake c++ python3; do printf '#!/bin/sh\n' >"$scratch/$tool" && chmod 755 "$scratch/$tool"; done
  check "there is a GPU" gpu_is_here
  use_torch_of_gpu 2>"$scratch/said"
  check "without PyTorch: $(cat "$scratch/said")" grep -q 'GPU is not used: python3 has no PyTorch that is built for CUDA' "$scratch/said"
  check "none is taken" [ -z "$TALLY_TORCH" ]
  printf '#!/bin/sh\nprintf /torch/share/cmake\n' >"$scratch/python3"
  use_torch_of_gpu 2>"$scratch/said"
  check "it is taken: $TALLY_TORCH" [ "$TALLY_TORCH" = /torch/share/cmake ]
  check "and said" grep -q 'PyTorch of python3, /torch/share/cmake' "$scratch/said"
}

test_a_report_is_kept_when_the_script_is_ended() {
  cat >"$scratch/script" <<END
set -euo pipefail
. "$scripts/lib/keep-report.sh"
keep_report "$scratch/report" "$scratch/kept" bash -c 'echo so far >"$scratch/report"; echo \$\$ >"$scratch/pid"; sleep 60; echo late'
END
  bash "$scratch/script" &
  local script=$! status=0
  for _ in $(seq 100); do [ -s "$scratch/pid" ] && break || sleep 0.1; done
  kill "$script"
  wait "$script" || status=$?
  check "its status is that of the signal: $status" [ "$status" = 143 ]
  check "what there was is kept" grep -q 'so far' "$scratch/kept"
  sleep 0.2
  check "the program has ended" bash -c "! kill -0 $(cat "$scratch/pid") 2>/dev/null"
}

test_what_golden_takes_is_named() {
  expect 2 'needs a family' "$scripts/golden" --only
  expect 0 '--check +compare the structure .* values are not compared' "$scripts/golden" --help
}

# A listener on a free port; prints the port.  It ends by itself.
listen() {
  perl -MIO::Socket::INET -e '$| = 1; my $s = IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1") or die;
    print $s->sockport, "\n"; alarm 20; sleep 20' >"$scratch/port" &
  listener=$!
  until [ -s "$scratch/port" ]; do sleep 0.05; done
  port=$(cat "$scratch/port")
}

test_a_taken_port_is_said_before_anything_is_built() {
  listen
  TALLY_CACHE="$scratch/cache" expect 1 "port $port is taken .* --port" "$scripts/serve" --port "$port"
  check "nothing was made" [ ! -e "$scratch/cache" ]
  kill "$listener"
}

test_the_server_says_that_its_port_is_taken() {
  listen
  expect 1 "port $port is taken" "$scripts/env" --run python3 scripts/lib/serve.py scripts "$port"
  kill "$listener"
}

test_the_server_serves_wasm_on_loopback_and_ends_when_interrupted() {
  local folder="$repository/build/test-serve"
  mkdir -p "$folder"
  printf '\0asm' >"$folder/a.wasm"
  # The interrupt goes to the whole group, as from a terminal.
  setsid env --default-signal=INT "$scripts/env" --run python3 scripts/lib/serve.py build/test-serve 0 >"$scratch/address" 2>/dev/null &
  local server=$!
  for _ in $(seq 100); do [ -s "$scratch/address" ] && break || sleep 0.1; done
  local address port
  address=$(cat "$scratch/address")
  check "it prints an address on loopback: $address" grep -q '^http://127.0.0.1:[0-9]*/$' "$scratch/address"
  port=${address##*:} port=${port%/}
  exec 3<>"/dev/tcp/127.0.0.1/$port"
  printf 'GET /a.wasm HTTP/1.0\r\n\r\n' >&3
  check "wasm has its type" grep -qi '^content-type: application/wasm' <(cat <&3)
  exec 3>&-
  kill -INT -- "-$server"
  wait "$server" || true
  check "the port is free again" bash -c "! (exec 3<>/dev/tcp/127.0.0.1/$port) 2>/dev/null"
  rm -rf "$folder"
}

test_the_command_line_keeps_folder_and_status() {
  expect 0 '[0-9]' "$scripts/tally" --version
  cd "$scratch"
  expect 2 'no-such-option' "$scripts/tally" --no-such-option
}
