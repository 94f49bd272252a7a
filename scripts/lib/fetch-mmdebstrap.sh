#!/bin/bash
# Unpacks Debian's package mmdebstrap into a folder.  Apt's lists and caches are private: nothing of the host changes.
# Usage: fetch-mmdebstrap.sh FOLDER
set -euo pipefail
work="$1.part"
rm -rf "$work"
mkdir -p "$work/apt/lists/partial" "$work/apt/cache/archives/partial" "$work/files"
apt=(apt-get -o "Dir::State::Lists=$work/apt/lists" -o "Dir::Cache=$work/apt/cache" -o APT::Sandbox::User=root
  -o APT::Update::Error-Mode=any -o Acquire::Retries=3 -o Acquire::http::Timeout=30)
"${apt[@]}" update
cd "$work"
"${apt[@]}" download mmdebstrap
dpkg-deb -x mmdebstrap_*.deb "$work/files"
rm -rf "$1"
mv "$work/files" "$1"
rm -rf "$work"
