# Building the measuring program on this machine with a LibTorch that is there, installing nothing.
# shellcheck shell=bash
# shellcheck disable=SC2154  # what build.sh says

# The folder that Python's PyTorch names; nothing without one.
torch_of_python() {
  command -v python3 >/dev/null || return 0
  python3 -c 'import torch; print(torch.utils.cmake_prefix_path)' 2>/dev/null || true
}

# The same of a PyTorch that is built for CUDA.
cuda_torch_of_python() {
  command -v python3 >/dev/null || return 0
  python3 -c 'import torch; print(torch.utils.cmake_prefix_path if torch.version.cuda else "", end="")' 2>/dev/null || true
}

gpu_is_here() { [ -e /dev/nvidia0 ] || command -v nvidia-smi >/dev/null; }

# A GPU is measured with this machine's own PyTorch, as the environment's is for CPUs: sets TALLY_TORCH, or says why not.
use_torch_of_gpu() {
  local torch why=""
  torch=$(cuda_torch_of_python)
  if [ -z "$torch" ]; then
    why="python3 has no PyTorch that is built for CUDA (set TALLY_TORCH to one that is elsewhere)"
  else
    for tool in cmake c++; do command -v "$tool" >/dev/null || why="the PyTorch of python3 needs $tool to build with: install it"; done
  fi
  if [ -n "$why" ]; then
    say "this machine's GPU is not used: $why"
    return 0
  fi
  say "for this machine's GPU: the PyTorch of python3, $torch"
  TALLY_TORCH=$torch
  if [ -z "${TALLY_HEADERS:-}" ]; then
    need native
    TALLY_HEADERS="$repository/build/headers"
    [ -d "$TALLY_HEADERS/include/fmt" ] || collect_headers "$TALLY_HEADERS"
  fi
}

# missing_libraries: of what `ldd` prints, the names that were not found.
missing_libraries() { sed -n 's/^[[:space:]]*\([^ ]*\) => not found.*/\1/p' | sort -u | paste -sd ' ' -; }

# pack_headers FOLDER: the header-only libraries that the build needs, as CMAKE_PREFIX_PATH takes them.
pack_headers() {
  collect_headers "$1"
  say "the headers are in $1: TALLY_HEADERS=$1 where ./scripts/measure runs"
}

collect_headers() {
  local folder=$1 name
  mkdir -p "$folder/include/eigen3" || die "$folder cannot be written: give --headers a folder of yours"
  step "$logs/headers.log" "looking for the headers" inside bash scripts/lib/build-preset.sh native "$(environment_name)" ||
    build_failed "$logs/headers.log" "looking for the headers"
  for name in rapidjson nlohmann fmt CLI Eigen; do
    inside tar -C build/system-include -ch "$name" | tar -C "$folder/include$([ "$name" = Eigen ] && echo /eigen3 || true)" -x
  done
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
