# Building in the environment: CMake presets, the npm packages, dist/.  Each does nothing when all is up to date.
# shellcheck shell=bash

logs="$repository/build/log"

# build_failed LOG WHAT
build_failed() {
  if grep -q 'error:' "$1"; then
    say "  what is wrong:"
    { grep -E 'error:' "$1" | sort -u | head -n 20 | sed 's/^/    /' >&2; } || true
  else
    show_log "$1" 40
  fi
  die "$2 failed: the whole output is in ${1#"$repository"/}"
}

# build_preset PRESET TARGET...  A folder that another environment configured is made anew.
build_preset() {
  local preset=$1 log="$logs/build-$1.log"
  shift
  step "$log" "building ${preset}: $*" inside bash scripts/lib/build-preset.sh "$preset" "$(environment_name)" "$@" ||
    build_failed "$log" "building $preset"
}

# npm_install FOLDER WHAT: npm's packages at the versions of its package-lock.json, again when that file changes.
npm_install() {
  local folder="$repository/$1" wanted log="$logs/npm.log"
  wanted=$(sha256sum <"$folder/package-lock.json" | cut -c -16)
  [ "$(cat "$folder/node_modules/.tally" 2>/dev/null || true)" != "$wanted" ] || return 0
  step "$log" "installing the npm packages of $2" \
    inside npm ci --prefix "$1" --no-audit --no-fund --prefer-offline --fetch-retries=2 || explain_failure "$log" "$repository" "npm ci"
  echo "$wanted" >"$folder/node_modules/.tally"
}

npm_packages() { npm_install . package-lock.json; }
# Only the benchmarks measure beside TensorFlow.js: serving the page does not install it.
bench_packages() { npm_install bench bench/package-lock.json; }

# What dist/ is made from: the modules, the page's sources, the tools.
dist_inputs() {
  (
    cd "$repository"
    cat build/wasm/tally.* build/wasm/beside.* build/wasm/cases.* build/wasm/fonts/* build/wasm/languages/*.txt build/wasm/languages/real/*.txt 2>/dev/null || true
    find index.html agreement.html model.html src/cli/published.json LICENSE NOTICE* README.md web shaders package-lock.json src/lecture -type f -exec cat {} + 2>/dev/null || true
    find web shaders -type f 2>/dev/null | sort || true
    environment_name
  ) | sha256sum
}

# build_dist URL  The wasm release and the static site dist/, which will stand at URL; "" where that is not known.
build_dist() {
  local url=$1 inputs log="$logs/dist.log"
  build_preset wasm all
  npm_packages
  inputs="$(dist_inputs)$url"
  if [ -e "$repository/dist/index.html" ] && [ "$(cat "$repository/build/dist.inputs" 2>/dev/null || true)" = "$inputs" ]; then
    return 0
  fi
  rm -f "$repository/build/dist.inputs"
  step "$log" "making dist/" inside node web/build.mjs --wasm build/wasm --out dist --url "$url" || build_failed "$log" "making dist/"
  echo "$inputs" >"$repository/build/dist.inputs"
}
