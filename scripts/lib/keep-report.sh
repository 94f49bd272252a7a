# A program that writes a report as it goes, and what of it is kept whatever ends it.
# shellcheck shell=bash

# keep_report REPORT FILE COMMAND...: COMMAND writes REPORT. Its status; where it or this script is ended before, FILE
# gets what is there by then, and COMMAND with all it has started ends. FILE may be "", or REPORT itself.
keep_report() {
  kept_report=$1 kept_file=$2 kept_group=""
  shift 2
  trap 'end_report' EXIT
  trap 'exit 143' TERM
  # In a group of its own, all of which can be ended, while a signal to the script is heard at once.
  set -m
  "$@" </dev/null &
  kept_group=$!
  set +m
  local status=0
  wait "$kept_group" || status=$?
  kept_group=""
  return "$status"
}

bring_report() {
  if [ -n "$kept_file" ] && [ "$kept_file" != "$kept_report" ] && [ -s "$kept_report" ]; then
    cp "$kept_report" "$kept_file.part" && mv "$kept_file.part" "$kept_file"
  fi
}

end_report() {
  if [ -n "$kept_group" ]; then kill -- "-$kept_group" 2>/dev/null || true; fi
  bring_report
}
