#!/bin/bash
# Configures (when needed) and builds a CMake preset.  Runs in the environment, in the repository.
# Usage: build-preset.sh PRESET ENVIRONMENT [TARGET...]   (no target: it only configures)
set -euo pipefail
preset=$1 environment=$2 folder="build/$1" mark="build/$1/environment.txt"
shift 2
export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_MAXSIZE=2G
# Another checkout of the same sources finds its objects too; what includes a precompiled header is kept as well.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros
if [ ! -e "$folder/build.ninja" ] || [ "$(cat "$mark" 2>/dev/null || true)" != "$environment" ]; then
  cmake --fresh --preset "$preset"
  cmake --build "$folder" --target clean
  echo "$environment" >"$mark"
fi
# It goes on after an error, so that all errors are seen at once.
if (($#)); then exec cmake --build "$folder" --target "$@" -- -k 0; fi
