#!/bin/bash
# Runs in a mount namespace of its own, as root there: mounts what a command needs, then runs it in the root.
# When the command ends the namespace ends, and its mounts with it.
# Usage: enter-root.sh ROOT CACHE REPOSITORY FOLDER COMMAND...
set -euo pipefail
root=$1 cache=$2 repository=$3 folder=$4
shift 4

bind() {
  mkdir -p "$root$2"
  mount --rbind "$1" "$root$2"
}

mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mkdir -p "$cache/shared/ccache" "$cache/shared/npm" "$cache/shared/debs/partial"
bind "$cache/shared" /var/cache/tally
bind "$cache/shared/debs" /var/cache/apt/archives
for name in resolv.conf hosts; do cp -L "/etc/$name" "$root/etc/$name" 2>/dev/null || true; done

# The certificates that the host trusts, a proxy's own among them.
bundle=/etc/ssl/certs/ca-certificates.crt
cat_if() { [ ! -f "$1" ] || cat "$1"; }
{ cat_if "$bundle" && if [ "${NODE_EXTRA_CA_CERTS:-$bundle}" != "$bundle" ]; then cat_if "$NODE_EXTRA_CA_CERTS"; fi; } >"$root/tmp/bundle"
if [ -s "$root/tmp/bundle" ] && ! cmp -s "$root/tmp/bundle" "$root$bundle"; then cp "$root/tmp/bundle" "$root$bundle"; fi
rm -f "$root/tmp/bundle"

# What the user told npm (a registry of his own) holds inside too.
npmrc=${npm_config_userconfig:-${HOME:-/root}/.npmrc}
if [ -f "$npmrc" ]; then
  touch "$root/root/.npmrc"
  mount --bind "$npmrc" "$root/root/.npmrc"
fi

if [ "${TALLY_BIND_USER:-}" = 1 ]; then
  for top in /*; do
    case $top in
      /bin | /boot | /dev | /etc | /lib* | /lost+found | /proc | /run | /sbin | /sys | /usr | /var) ;;
      *) if [ -d "$top" ] && [ ! -L "$top" ]; then bind "$top" "$top"; fi ;;
    esac
  done
  case $folder in /var/*) bind "$folder" "$folder" ;; esac
fi
if [ ! -e "$root$repository/scripts/lib/enter-root.sh" ]; then bind "$repository" "$repository"; fi
# A worktree keeps its history elsewhere.
if [ -f "$repository/.git" ]; then
  history=$(git -C "$repository" rev-parse --path-format=absolute --git-common-dir 2>/dev/null || true)
  if [ -n "$history" ] && [ ! -e "$root$history" ]; then bind "$history" "$history"; fi
fi

keep=()
for name in TERM CI LANG LC_ALL LC_MESSAGES http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY \
  OPENBLAS_CORETYPE OPENBLAS_L2_SIZE "${!TALLY_@}" "${!npm_config_@}"; do
  if [ -n "${!name:-}" ]; then keep+=("$name=${!name}"); fi
done
# shellcheck disable=SC2016 # expanded inside
exec chroot "$root" /usr/bin/env -i "${keep[@]}" HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  LANG="${LANG:-C.UTF-8}" NODE_EXTRA_CA_CERTS="$bundle" SSL_CERT_FILE="$bundle" npm_config_cafile="$bundle" \
  npm_config_userconfig=/root/.npmrc npm_config_cache=/var/cache/tally/npm CCACHE_DIR=/var/cache/tally/ccache \
  TALLY_INSIDE=1 bash -c 'cd "$1" 2>/dev/null || { echo "the folder $1 is not visible in the environment" >&2; exit 1; }; shift; exec "$@"' \
  _ "$folder" "$@"
