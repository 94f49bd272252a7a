# The environment with stand-ins for what is slow: an archive that does not answer, a mmdebstrap that makes an empty root.
# shellcheck shell=bash

needs_mounts() {
  [ "$(id -u)" = 0 ] || skip "needs root"
  unshare --mount --propagation private true 2>/dev/null || skip "mounts are not allowed here"
  [ "${TALLY_HOST:-}" != 1 ] || unset TALLY_HOST
}

# A mmdebstrap that makes what the scripts expect of a root, counts its calls (once it is in the middle of its work) and
# takes SECONDS.
stand_in() {
  mkdir -p "$scratch/bin"
  cat >"$scratch/bin/mmdebstrap" <<END
#!/bin/bash
folder=\${@: -1}
mkdir -p "\$folder/usr/sbin" "\$folder/etc" "\$folder/proc"
mount --bind /proc "\$folder/proc"
echo call >>"$scratch/calls"
sleep $1
umount "\$folder/proc"
END
  chmod +x "$scratch/bin/mmdebstrap"
  export PATH="$scratch/bin:$PATH" TALLY_CACHE="$scratch/cache"
}

roots() { find "$scratch/cache" -mindepth 1 -maxdepth 1 -type d -name 'root-*' | sort; }

test_an_interrupted_environment_is_made_again() {
  needs_mounts
  stand_in 30
  local mounts made
  mounts=$(cat /proc/mounts)
  setsid "$scripts/env" --get base >/dev/null 2>&1 &
  made=$!
  until [ -s "$scratch/calls" ]; do sleep 0.05; done
  kill -KILL -- "-$made"
  wait "$made" 2>/dev/null || true
  check "a part is left" grep -q '\.part$' <(roots)
  check "nothing is left mounted" [ "$mounts" = "$(cat /proc/mounts)" ]
  stand_in 0
  expect 0 '' "$scripts/env" --get base
  check "one whole root and no part: $(roots)" [ "$(roots | grep -vc part)-$(roots | grep -c part)" = 1-0 ]
  expect 0 'base +installed' "$scripts/env"
}

test_ctrl_c_ends_a_script_whose_program_only_fails() {
  needs_mounts
  stand_in 30
  sed -i '2i trap "exit 1" INT' "$scratch/bin/mmdebstrap"
  setsid env --default-signal=INT "$scripts/env" --get base >"$scratch/said" 2>&1 &
  local script=$! status=0
  until [ -s "$scratch/calls" ]; do sleep 0.05; done
  sleep 0.3
  kill -INT -- "-$script"
  wait "$script" || status=$?
  check "it ends with 130, not $status" [ "$status" = 130 ]
  check "it says so: $(cat "$scratch/said")" grep -q 'interrupted' "$scratch/said"
}

test_an_interrupted_installation_is_made_again() {
  needs_mounts
  stand_in 0
  expect 0 '' "$scripts/env" --get base
  touch "$(roots)/.tally/installing" "$(roots)/half-installed"
  expect 0 'half made: making it again' "$scripts/env" --get base
  check "the old files are gone" [ ! -e "$(roots)/half-installed" ]
}

test_two_calls_make_one_environment() {
  needs_mounts
  stand_in 2
  "$scripts/env" --get base &
  local first=$!
  until [ -s "$scratch/calls" ]; do sleep 0.05; done
  expect 0 'another command is making the environment' "$scripts/env" --get base
  wait "$first"
  check "it was made once" [ "$(wc -l <"$scratch/calls")" = 1 ]
}

test_a_root_with_something_mounted_below_is_not_removed() {
  needs_mounts
  stand_in 0
  expect 0 '' "$scripts/env" --get base
  mkdir -p "$scratch/precious" "$(roots)/mnt"
  touch "$scratch/precious/file"
  expect 1 'something is mounted below .*nothing was removed' unshare --mount --propagation private \
    bash -c 'mount --bind "$1" "$2/mnt" && "$3" --remove' _ "$scratch/precious" "$(roots)" "$scripts/env"
  check "the mounted file is there" [ -e "$scratch/precious/file" ]
  expect 0 '' "$scripts/env" --remove
  check "now it is removed" [ -z "$(roots)" ]
}

test_a_root_in_use_is_not_removed() {
  needs_mounts
  stand_in 0
  expect 0 '' "$scripts/env" --get base
  exec 5>>"$(roots).using"
  flock -s 5
  expect 1 'still uses .* end it' "$scripts/env" --remove
}

test_no_network_is_one_sentence() {
  needs_mounts
  command -v mmdebstrap >/dev/null || [ "$(id -u)" = 0 ] || skip "needs mmdebstrap"
  export TALLY_CACHE="$scratch/cache" TALLY_MIRROR=http://127.0.0.1:9/debian
  expect 1 'network: check the connection .* run the same command again' "$scripts/serve" --build
  check "no root is there" [ -z "$(roots | grep -v part)" ]
}

test_a_full_disk_is_one_sentence() {
  needs_mounts
  mkdir "$scratch/small"
  expect 1 'disk full.*TALLY_CACHE' unshare --mount --propagation private \
    bash -c 'mount -t tmpfs -o size=20m tmpfs "$1" && TALLY_CACHE=$1 "$2" --build' _ "$scratch/small" "$scripts/serve"
}

test_a_disk_that_fills_up_on_the_way_is_one_sentence() {
  echo 'dpkg: error: write failed (No space left on device)' >"$scratch/log-of-dpkg"
  expect 1 'the disk is full .*TALLY_CACHE' bash -c '. "$1/lib/environment.sh"; explain_failure "$2" / "installing"' \
    _ "$scripts" "$scratch/log-of-dpkg"
}

# explained LINE...: what is said of a log whose end these lines are; what it installs is named "resolve" and "connect".
explained() {
  { printf 'Unpacking %s (1.0) ...\n' node-resolve node-enhanced-resolve node-connect libxcb-reconnect && printf '%s\n' "$@"; } >"$scratch/log-of-apt"
  bash -c '. "$1/lib/environment.sh"; explain_failure "$2" / "installing"' _ "$scripts" "$scratch/log-of-apt"
}

test_only_the_network_is_blamed_on_the_network() {
  local line
  for line in \
    'E: Sub-process /usr/bin/dpkg returned an error code (1)' \
    'E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 1234 (apt-get)' \
    'E: Failed to fetch http://mirror.example/debian/pool/main/n/nodejs/nodejs.deb  Hash Sum mismatch' \
    'npm error code ERESOLVE
npm error ERESOLVE could not resolve
npm error Could not resolve dependency:'; do
    expect 1 'installing failed: the whole output is in ' explained "$line"
  done
  for line in \
    "W: Failed to fetch http://mirror.example/debian/dists/trixie/InRelease  Temporary failure resolving 'mirror.example'" \
    "E: Failed to fetch http://mirror.example/debian/dists/trixie/InRelease  Could not resolve 'proxy.example'" \
    'Could not connect to 127.0.0.1:9 (127.0.0.1). - connect (111: Connection refused)' \
    'Cannot initiate the connection to mirror.example:80. - connect (101: Network is unreachable)' \
    'Could not connect to mirror.example:80 (1.2.3.4), connection timed out' \
    'npm error code EAI_AGAIN' 'npm error code ENOTFOUND' 'npm error code ECONNRESET' 'npm error code ETIMEDOUT'; do
    expect 1 'installing failed for want of network' explained "$line"
  done
}

test_without_privileges_one_sentence_says_so() {
  [ "$(id -u)" = 0 ] || skip "needs root to become nobody"
  mkdir -p "$scratch/home" "$scratch/checkout"
  cp -r "$scripts" "$scratch/checkout/"
  chmod 777 "$scratch/home"
  TALLY_HOST="" HOME="$scratch/home" TALLY_CACHE="$scratch/home/cache" expect 1 'without root .*(uidmap|/etc/subuid)' \
    setpriv --reuid=65534 --regid=65534 --clear-groups "$scratch/checkout/scripts/serve" --build
}

test_host_wants_debian_13() {
  ! grep -qx VERSION_CODENAME=trixie /etc/os-release || skip "this is Debian 13"
  expect 1 'needs Debian 13' "$scripts/serve" --build --host
}

test_nothing_stays_mounted() {
  needs_mounts
  local mounts
  mounts=$(cat /proc/mounts)
  expect 0 inside "$scripts/env" --run bash -c 'grep -q " /tmp " /proc/mounts && echo inside'
  setsid "$scripts/env" --run sleep 30 >/dev/null 2>&1 &
  sleep 1
  kill -KILL -- "-$!"
  check "the mounts are as before" [ "$mounts" = "$(cat /proc/mounts)" ]
}

test_a_cache_that_cannot_be_written_is_named() {
  needs_mounts
  : >"$scratch/file"
  TALLY_CACHE="$scratch/file/cache" expect 1 'file/cache cannot be written: set TALLY_CACHE' "$scripts/env" --get base
  stand_in 0
  expect 0 '' "$scripts/env" --get base
  TALLY_CACHE="$scratch/cache" expect 1 'cache cannot be written: set TALLY_CACHE' \
    unshare --mount sh -c 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && exec "$2" --run true' _ "$scratch/cache" "$scripts/env"
}

test_a_relative_cache_is_one_of_the_current_folder() {
  needs_mounts
  stand_in 0
  cd "$scratch"
  TALLY_CACHE=cache expect 0 "environment: $scratch/cache/root-" "$scripts/env"
}
