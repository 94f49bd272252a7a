# What the scripts say. Headlines, progress and errors go to standard error; standard output is for results.
# shellcheck shell=bash

say() { printf '%s\n' "$*" >&2; }

# One sentence that says what to do, and exit status 1.
die() {
  say "${0##*/}: $*"
  exit 1
}

# The command line was wrong: exit status 2.
bad_usage() {
  say "${0##*/}: $*"
  exit 2
}

# 75 -> "1 min 15 s"
duration() {
  if (($1 >= 60)); then printf '%d min %02d s' $(($1 / 60)) $(($1 % 60)); else printf '%d s' "$1"; fi
}

last_line() { tail -c 2000 "$1" 2>/dev/null | tr '\r\033' '\n ' | grep '[[:alnum:]]' | tail -n 1 | cut -c -"$2"; }

# Shows a step that takes more than two seconds: its title, then how far its log has come, on a terminal in place,
# elsewhere a line every 30 seconds.
watch_log() {
  local log=$1 title=$2 owner=$3 start=$SECONDS next=30
  sleep 2
  say "- $title"
  while sleep 1 && kill -0 "$owner" 2>/dev/null; do
    if [ -t 2 ]; then
      printf '\r\033[K  %s  %s' "$(duration $((SECONDS - start)))" "$(last_line "$log" 70)" >&2
    elif ((SECONDS - start >= next)); then
      next=$((SECONDS - start + 30))
      say "  $(duration $((SECONDS - start)))  $(last_line "$log" 100)"
    fi
  done
}

# step LOG TITLE COMMAND...  runs COMMAND with all its output in LOG, shows progress, returns its status.
step() {
  local log=$1 title=$2 start=$SECONDS status=0 watcher
  shift 2
  mkdir -p "${log%/*}"
  : >"$log"
  watch_log "$log" "$title" $$ 7>&- 8>&- 9>&- & # it holds no lock
  watcher=$!
  "$@" >"$log" 2>&1 </dev/null || status=$?
  kill "$watcher" 2>/dev/null || true
  wait "$watcher" 2>/dev/null || true
  if [ -t 2 ]; then printf '\r\033[K' >&2; fi
  if ((status == 0 && SECONDS - start >= 5)); then say "  done in $(duration $((SECONDS - start)))"; fi
  return "$status"
}

# The end of a log, indented, so that the reason of a failure is on the screen.
show_log() {
  say "  the last lines of $1:"
  tail -n "${2:-30}" "$1" | sed 's/^/    /' >&2
}
