# The Debian 13 root: made once per package list, kept in the cache, never mounted anywhere but inside a command's own
# mount namespace.  A group's stamp is written when the group is complete; a root without its stamps is made again.
# shellcheck shell=bash

key=$(list_key)
root="$cache/root-$key"

# In a chroot "/" is no mount point, so its propagation cannot be set: a trial shows whether a mount would get out.
mounts_stay_inside() {
  local trial status=0
  trial=$(mktemp -d)
  # shellcheck disable=SC2016 # expanded inside
  unshare --mount --propagation unchanged sh -c \
    'mount -t tmpfs tmpfs "$1" && { ! grep -qF " $1 " "/proc/$2/mounts"; s=$?; umount "$1"; exit "$s"; }' _ "$trial" "$$" 2>/dev/null || status=$?
  rmdir "$trial"
  return "$status"
}

# As root: a private mount namespace.  Otherwise a user namespace as well, in which the user is root.
if [ "$(id -u)" = 0 ]; then
  namespace=(unshare --mount --propagation private)
  "${namespace[@]}" true 2>/dev/null || ! mounts_stay_inside || namespace=(unshare --mount --propagation unchanged)
else
  namespace=(unshare --user --map-root-user --map-auto --mount --propagation private)
fi

# Says in one sentence why a root cannot be made or entered here.
check_privileges() {
  command -v unshare >/dev/null || die "the command unshare is missing: install the package util-linux"
  command -v mount >/dev/null || die "the command mount is missing: install the package mount"
  if [ "$(id -u)" != 0 ]; then
    local advice="run this as root, or ask for the packages mmdebstrap and uidmap and a line for you in /etc/subuid and /etc/subgid"
    command -v newuidmap >/dev/null || die "without root the package uidmap is needed (newuidmap is missing): $advice"
    grep -q "^\($(id -un)\|$(id -u)\):" /etc/subuid 2>/dev/null || die "without root $(id -un) needs a range in /etc/subuid: $advice"
    "${namespace[@]}" true 2>/dev/null || die "this machine does not let $(id -un) make a user namespace: run this as root"
  fi
  "${namespace[@]}" true 2>/dev/null ||
    die "this machine does not let root mount anything (a container?): use --host on Debian 13, or the Dockerfile"
}

# Removing is safe only while nothing is mounted below: a bound /dev would lose the machine's devices.
remove_root() {
  local folder=$1
  [ -e "$folder" ] || return 0
  if cut -d ' ' -f 2 /proc/mounts | sed 's/\\040/ /g' | grep -F "$folder/" >/dev/null; then # to its end: a pipe that breaks would count as none
    die "something is mounted below $folder (see /proc/mounts): unmount it first, nothing was removed"
  fi
  exec 6>>"$folder.using"
  flock -n 6 || die "another command still uses $folder: end it (a running ./scripts/serve?), then try again"
  "${namespace[@]}" rm -rf --one-file-system "$folder" || die "$folder could not be removed: remove it as the user who made it"
  exec 6>&-
}

# What apt and npm say of a network that is not there: whole phrases, for a log also names what it installs (node-resolve).
no_network="failure resolving|could not resolve ('|host|proxy)|something wicked happened resolving|could not connect|unable to connect"
no_network+='|cannot initiate the connection|connection (failed|refused|reset|timed out)|network is unreachable|no route to host'
no_network+='|network timeout|\<(EAI_AGAIN|ENOTFOUND|ECONN(REFUSED|RESET|ABORTED)|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\>'

# explain_failure LOG FOLDER WHAT: the reason of a failed step, in one sentence.
explain_failure() {
  local log=$1 folder=$2 what=$3 free
  show_log "$log" 15
  free=$(free_megabytes "$folder")
  if ((free < 60)) || grep -qi 'no space left on device\|not enough free space' "$log"; then
    die "$what failed because the disk is full ($free MB free at $folder): free some space or set TALLY_CACHE to a larger disk, then run the same command again"
  fi
  if grep -qiE "$no_network" "$log"; then
    die "$what failed for want of network: check the connection (and http_proxy, if you need one), then run the same command again"
  fi
  die "$what failed: the whole output is in $log; run the same command again, or remove the environment with ./scripts/env --remove first"
}

free_megabytes() { df -Pm "$1" 2>/dev/null | awk 'NR == 2 { print $4 }'; }

check_space() {
  local wanted=0 free group
  for group; do
    [ -e "$root/.tally/$group" ] || wanted=$((wanted + $(group_megabytes "$group")))
  done
  free=$(free_megabytes "$cache")
  ((free >= wanted)) ||
    die "the environment needs $wanted MB and $cache has $free MB free (disk full): free some space or set TALLY_CACHE to a larger disk"
}

need_in_root() {
  local group missing=0
  for group in base "$@"; do
    [ -e "$root/.tally/$group" ] || missing=1
  done
  [ ! -e "$root/.tally/installing" ] || missing=1
  if ((missing)); then make_environment base "$@"; fi
  cache_writable
  exec 8>>"$root.using"
  flock -s 8
}

cache_writable() {
  { mkdir -p "$cache/log" "$cache/shared" && : >>"$root.using"; } 2>/dev/null ||
    die "$cache cannot be written: set TALLY_CACHE to a folder of yours"
}

make_environment() {
  local group
  exec 8>&-
  check_privileges
  cache_writable
  exec 9>>"$root.making"
  flock -n 9 || {
    say "another command is making the environment: waiting for it to end"
    flock 9
  }
  if [ -e "$root/.tally/installing" ] || { [ -e "$root" ] && [ ! -e "$root/.tally/base" ]; }; then
    say "the environment in $root was left half made: making it again"
    remove_root "$root"
  fi
  check_space "$@"
  for group; do
    if [ -e "$root/.tally/$group" ]; then
      continue
    elif [ "$group" = base ]; then
      make_base
    else
      install_group "$group"
    fi
  done
  exec 9>&-
}

make_base() {
  local log="$cache/log/base.log" mmdebstrap
  report_other_roots
  find_mmdebstrap
  remove_root "$root.part"
  # shellcheck disable=SC2046 # a list of names
  step "$log" "making a Debian 13 root in $root (once)" "${namespace[@]}" bash "$lib/make-base.sh" "$root.part" \
    "$mmdebstrap" "$suite" "${TALLY_MIRROR:-}" $(group_packages base) || explain_failure "$log" "$cache" "making the Debian 13 root"
  mv "$root.part" "$root"
}

install_group() {
  local group=$1 log="$cache/log/$1.log"
  "${namespace[@]}" touch "$root/.tally/installing"
  # shellcheck disable=SC2046 # lists of names
  step "$log" "installing the group \"$group\" (once)" run_in_root / bash "$lib/install.sh" \
    $(group_packages "$group") -- $(group_sources "$group") || explain_failure "$log" "$cache" "installing the group \"$group\""
  "${namespace[@]}" sh -c 'touch "$1/.tally/$2" && rm "$1/.tally/installing"' _ "$root" "$group"
}

# mmdebstrap makes the root.  Where it is not installed, its package is unpacked into the cache: the host stays as it is.
find_mmdebstrap() {
  local tools log="$cache/log/mmdebstrap.log"
  mmdebstrap=$(command -v mmdebstrap || true)
  [ -z "$mmdebstrap" ] || return 0
  tools="$cache/tools-$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release 2>/dev/null || true)"
  mmdebstrap="$tools/usr/bin/mmdebstrap"
  [ ! -x "$mmdebstrap" ] || return 0
  command -v apt-get >/dev/null || die "this is no Debian: install mmdebstrap, or use the Dockerfile, or the CMake presets with your own tools"
  perl -MPod::Usage -MTime::HiRes -e 'require "syscall.ph"' 2>/dev/null || die "perl is missing: install it with apt-get install perl"
  step "$log" "fetching mmdebstrap into the cache (it is not installed here)" bash "$lib/fetch-mmdebstrap.sh" "$tools" ||
    explain_failure "$log" "$cache" "fetching mmdebstrap"
}

other_roots() {
  local folder
  for folder in "$cache"/root-*; do
    if [ -d "$folder" ] && [ "$folder" != "$root" ] && [ "$folder" != "$root.part" ]; then echo "$folder"; fi
  done
}

report_other_roots() {
  local others
  others=$(other_roots | tr '\n' ' ')
  [ -z "$others" ] || say "note: environments of other package lists are in ${others% }; ./scripts/env --clean removes them"
}

# run_in_root FOLDER COMMAND...
run_in_root() {
  local folder=$1
  shift
  "${namespace[@]}" bash "$lib/enter-root.sh" "$root" "$cache" "$repository" "$folder" "$@"
}
