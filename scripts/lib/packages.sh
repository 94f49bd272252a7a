# Reads scripts/packages.txt, the only list of packages.
# shellcheck shell=bash

package_list="$repository/scripts/packages.txt"

all_groups() { awk '/^[a-z]/ { print $1 }' "$package_list"; }

# What stands in a group, one word a line.
group_words() {
  awk -v group="$1" '/^[a-z]/ { inside = ($1 == group); next }
    /^ / && inside { for (i = 1; i <= NF; i++) print $i }' "$package_list"
}

group_packages() { group_words "$1" | grep -v '^source:' || true; }
group_sources() { group_words "$1" | sed -n 's/^source://p'; }
group_megabytes() { awk -v group="$1" '$1 == group && /^[a-z]/ { print $2 }' "$package_list"; }

# The environment's key: another list, another root. Comments and the words after a group's size do not count.
list_key() {
  { for g in $(all_groups); do echo "$g" && group_words "$g"; done && echo "$suite $layout"; } | sha256sum | cut -c -12
}
