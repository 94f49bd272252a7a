# The build environment, the same for every script: a Debian 13 root in the user's cache, or (--host) this machine.
# Gives `need GROUP...` (get packages, once) and `inside COMMAND...` (run there, in the repository).
# shellcheck shell=bash

umask 022
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
lib="$repository/scripts/lib"
suite=trixie
layout=1 # raise it when roots made by older scripts no longer fit
cache=${TALLY_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/tally}
[[ $cache == /* ]] || cache=$PWD/$cache

# shellcheck source=scripts/lib/say.sh
. "$lib/say.sh"
# shellcheck source=scripts/lib/packages.sh
. "$lib/packages.sh"
# shellcheck source=scripts/lib/host.sh
. "$lib/host.sh"
# shellcheck source=scripts/lib/root.sh
. "$lib/root.sh"

# Ctrl-C ends the script, even where the interrupted program turns it into an ordinary failure.
trap 'say "${0##*/}: interrupted; the same command goes on from here"; exit 130' INT

use_host() { [ "${TALLY_HOST:-}" = 1 ]; }

need() {
  if use_host; then need_on_host "$@"; else need_in_root "$@"; fi
}

# Names what builds were made with: a build folder of another environment is made anew.
environment_name() {
  if use_host; then echo host; else echo "root-$key"; fi
}

inside() {
  if use_host; then run_on_host "$@"; else run_in_root "$repository" "$@"; fi
}

# Where an editor wants the command's own folder and files: the user's folders are visible too.
inside_at() {
  local folder=$1
  shift
  if use_host; then
    (cd "$folder" && exec "$@")
  else
    TALLY_BIND_USER=1 run_in_root "$folder" "$@"
  fi
}

# One build at a time in a checkout; the lock ends with the process, however it ends.
lock_checkout() {
  [ "${TALLY_CHECKOUT_LOCKED:-}" != "$repository" ] || return 0
  { mkdir -p "$repository/build" && : >>"$repository/build/.lock"; } 2>/dev/null ||
    die "$repository/build cannot be written: use a checkout of yours"
  exec 7>>"$repository/build/.lock"
  flock -n 7 || {
    say "another command is building in this checkout: waiting for it to end"
    flock 7
  }
  export TALLY_CHECKOUT_LOCKED=$repository
}

unlock_checkout() {
  exec 7>&-
  unset TALLY_CHECKOUT_LOCKED
}
