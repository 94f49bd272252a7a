# Building the measuring program on this machine with a LibTorch that is there, installing nothing.
# shellcheck shell=bash

# The folder that Python's PyTorch names; nothing without one.
torch_of_python() {
  command -v python3 >/dev/null || return 0
  python3 -c 'import torch; print(torch.utils.cmake_prefix_path)' 2>/dev/null || true
}

# pack_headers FOLDER: the header-only libraries that the build needs, as CMAKE_PREFIX_PATH takes them.
pack_headers() {
  local folder=$1 name
  mkdir -p "$folder/include/eigen3" || die "$folder cannot be written: give --headers a folder of yours"
  step "$logs/headers.log" "looking for the headers" inside bash scripts/lib/build-preset.sh native "$(environment_name)" ||
    build_failed "$logs/headers.log" "looking for the headers"
  for name in rapidjson nlohmann fmt CLI Eigen; do
    inside tar -C build/system-include -ch "$name" | tar -C "$folder/include$([ "$name" = Eigen ] && echo /eigen3 || true)" -x
  done
  say "the headers are in $folder: TALLY_HEADERS=$folder where ./scripts/measure runs"
}

build_with_own_torch() {
  local tool log="$logs/build-own-torch.log" folder="$repository/build/own-torch"
  [ -d "$TALLY_TORCH" ] || die "TALLY_TORCH is $TALLY_TORCH, which is no folder: set it to what python3 -c 'import torch; print(torch.utils.cmake_prefix_path)' prints"
  for tool in cmake c++; do
    command -v "$tool" >/dev/null || die "$tool is missing here: install it, or leave TALLY_TORCH and --host out and an environment is made"
  done
  step "$log" "building with the LibTorch of $TALLY_TORCH" own_torch_steps "$folder" || build_failed "$log" "building with $TALLY_TORCH"
}

own_torch_steps() {
  cmake -S "$repository" -B "$1" -DCMAKE_BUILD_TYPE=Release -DTALLY_MEASURE=ON -DTALLY_DESKTOP=OFF -DBUILD_TESTING=OFF \
    -DTALLY_TORCH_DIR="$TALLY_TORCH" -DCMAKE_PREFIX_PATH="${TALLY_HEADERS:-}" &&
    cmake --build "$1" --parallel "$(nproc)" --target tally_measure_program tally
}
