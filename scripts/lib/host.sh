# --host: the steps run on this machine itself, and install there, because the caller asked for it.
# shellcheck shell=bash

# Sources that the groups want and that are not unpacked yet.
missing_sources() {
  local group source
  for group; do
    for source in $(group_sources "$group"); do
      [ -e "/usr/src/$source" ] || echo "$source"
    done
  done | sort -u
}

missing_packages() {
  local wanted
  wanted=$(for group; do group_packages "$group"; done | sort -u)
  # shellcheck disable=SC2086 # a list of names
  comm -23 <(echo "$wanted") <(dpkg-query -W -f '${db:Status-Abbrev}${Package}\n' $wanted 2>/dev/null |
    sed -n 's/^ii *//p' | sort -u)
}

need_on_host() {
  local codename packages sources log="$repository/build/log/install.log"
  codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release 2>/dev/null || true)
  if [ "$codename" != "$suite" ]; then
    die "--host needs Debian 13 (this is ${codename:-another system}); leave --host out and a Debian 13 root is made in $cache"
  fi
  packages=$(missing_packages base "$@")
  sources=$(missing_sources "$@")
  [ -n "$packages$sources" ] || return 0
  if [ "$(id -u)" != 0 ]; then
    die "--host installs packages and needs root: run it as root once, or install these yourself:" $packages
  fi
  # shellcheck disable=SC2086 # lists of names
  step "$log" "installing $(echo $packages | wc -w) packages on this machine, with what they need" \
    bash "$lib/install.sh" $packages -- $sources || explain_failure "$log" / "installing the packages"
}

run_on_host() {
  local bundle=/etc/ssl/certs/ca-certificates.crt
  (
    cd "$repository"
    export CCACHE_DIR="${CCACHE_DIR:-$cache/shared/ccache}"
    if [ -z "${NODE_EXTRA_CA_CERTS:-}" ] && [ -e "$bundle" ]; then export NODE_EXTRA_CA_CERTS=$bundle; fi
    exec "$@"
  )
}
