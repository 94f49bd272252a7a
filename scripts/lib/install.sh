#!/bin/bash
# Installs Debian packages, and unpacks Debian's patched sources to /usr/src/NAME.  Runs as root in the environment.
# Usage: install.sh PACKAGE... -- SOURCE...
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive

packages=()
while (($#)) && [ "$1" != -- ]; do
  packages+=("$1")
  shift
done
shift || true

apt=(apt-get -y -o Acquire::Retries=3 -o APT::Update::Error-Mode=any -o DPkg::Lock::Timeout=300)
if ((${#packages[@]})); then
  "${apt[@]}" update
  "${apt[@]}" --no-install-recommends install "${packages[@]}"
  "${apt[@]}" clean
fi

# The same archive's source packages, through lists of our own, so that no list of the system changes.
fetch_source() {
  local name=$1 work unpacked
  work=$(mktemp -d /usr/src/.fetch-XXXXXX)
  # shellcheck disable=SC2064 # the folder of this call
  trap "rm -rf '$work'" EXIT
  chmod 755 "$work"
  mkdir -p "$work/parts" "$work/lists/partial"
  : >"$work/sources.list"
  for f in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ ! -e "$f" ] || sed -n 's/^deb /deb-src /p' "$f" >>"$work/sources.list"
  done
  for f in /etc/apt/sources.list.d/*.sources; do
    [ ! -e "$f" ] || sed 's/^Types:.*/Types: deb-src/' "$f" >"$work/parts/${f##*/}"
  done
  local source_apt=("${apt[@]}" -o "Dir::Etc::SourceList=$work/sources.list" -o "Dir::Etc::SourceParts=$work/parts"
    -o "Dir::State::Lists=$work/lists" -o "Dir::Cache::srcpkgcache=" -o "Dir::Cache::pkgcache=" -o APT::Sandbox::User=root)
  (cd "$work" && "${source_apt[@]}" update && "${source_apt[@]}" source "$name")
  unpacked=$(find "$work" -mindepth 1 -maxdepth 1 -type d -name "$name-*" | head -n 1)
  rm -rf "/usr/src/${unpacked##*/}"
  mv "$unpacked" /usr/src/
  ln -sfn "${unpacked##*/}" "/usr/src/$name"
  rm -rf "$work"
  trap - EXIT
}

for name; do
  [ -e "/usr/src/$name" ] || fetch_source "$name"
done
