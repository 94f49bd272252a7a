#!/bin/bash
# Makes the base of the environment with mmdebstrap, in a mount namespace of its own.
# Usage: make-base.sh FOLDER MMDEBSTRAP SUITE MIRROR PACKAGE...   (an empty MIRROR: the one that mmdebstrap knows)
set -euo pipefail
folder=$1 mmdebstrap=$2 suite=$3 mirror=$4
shift 4
options=(--mode=root --variant=apt "--include=$(echo "$@" | tr ' ' ,)" --aptopt='Acquire::Retries "3"')
options+=(--aptopt='Acquire::http::Timeout "30"')
# The proxy that the host's apt is told to use, if any; http_proxy in the environment works by itself.
for scheme in http https; do
  proxy=$(apt-config shell p "Acquire::$scheme::Proxy" | sed -n "s/^p='\(.*\)'$/\1/p")
  [ -z "$proxy" ] || options+=("--aptopt=Acquire::$scheme::Proxy \"$proxy\"")
done
# Debian 13 keeps its keys only there, and without gnupg mmdebstrap does not find them by itself.
keys=/usr/share/keyrings/debian-archive-keyring.gpg
if [ -e "$keys" ] && ! command -v gpg >/dev/null; then options+=("--keyring=$keys"); fi

"$mmdebstrap" "${options[@]}" "$suite" "$folder" ${mirror:+"$mirror"}

# No service starts inside; git may look at a checkout that belongs to another user.
printf '#!/bin/sh\nexit 101\n' >"$folder/usr/sbin/policy-rc.d"
chmod 755 "$folder/usr/sbin/policy-rc.d"
printf '[safe]\n\tdirectory = *\n' >"$folder/etc/gitconfig"
mkdir -p "$folder/.tally"
touch "$folder/.tally/base"
