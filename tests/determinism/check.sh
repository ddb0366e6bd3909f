#!/usr/bin/env bash
# Builds the digest one way, runs it and compares its hashes with golden.txt. After a deliberate
# change of the physics, the output of build/release/tests/determinism/digest is the new golden.txt.
# usage: check.sh BUILD SOURCE_ROOT WORK_DIR
#   BUILD is COMPILER-LEVEL (gcc-O0, clang-O3 …), aarch64-O2 or cortex-m7-O2.
set -euo pipefail
build=$1
root=$2
work=$3/$build
engine=$root/ros2_ws/src/billiard_engine
here=$root/tests/determinism
level=-${build##*-}
case "$build" in
  clang-O3 | aarch64-O0 | cortex-m7-O2) ;;
  *) [ -n "${BILLIARD_FULL_TESTS:-}" ] ||
       { echo "check.sh: $build runs only with BILLIARD_FULL_TESTS=1"; exit 77; } ;;
esac
mkdir -p "$work"

sources=("$engine"/src/{cloth,contact,cue,simulate}/*.cpp "$engine"/src/table/{geometry,cushions}.cpp
         "$engine"/src/{recorder,names}.cpp "$here"/{digest,unchecked}.cpp)
flags=(-std=c++20 "$level" -ffp-contract=off -fno-math-errno -fno-exceptions -fno-rtti -DNDEBUG -w
       -I "$engine/include" -I "$engine/src" -isystem "${EIGEN_INCLUDE:-/usr/include/eigen3}")
run=()
case "$build" in
  gcc-*) compiler=g++; sources+=("$here/host.cpp") ;;
  clang-*) compiler=clang++; sources+=("$here/host.cpp") ;;
  aarch64-*)
    compiler=aarch64-linux-gnu-g++; sources+=("$here/host.cpp"); flags+=(-static)
    run=(qemu-aarch64) ;;
  cortex-m7-*)
    compiler=arm-none-eabi-g++; sources+=("$here/cortex_m7.cpp")
    flags+=(-mthumb -mcpu=cortex-m7 -mfpu=fpv5-d16 -mfloat-abi=hard -fno-threadsafe-statics
            -fno-use-cxa-atexit -Wno-psabi -ffunction-sections -fdata-sections)
    run=(qemu-system-arm -M mps2-an500 -nodefaults -display none -monitor none -serial none
         -semihosting-config enable=on,target=native -kernel) ;;
  *) echo "check.sh: '$build' is not a build" >&2; exit 2 ;;
esac
for tool in "$compiler" ${run[@]+"${run[0]}"}; do
  command -v "$tool" >/dev/null || { echo "check.sh: $tool is missing: scripts/setup test" >&2; exit 1; }
done

# One file includes most of them, so that headers are read once. The others stay by themselves: they
# instantiate parts of a class that another file instantiates, or stand in for a library.
stays_alone() {
  case "$1" in */cloth_contact.cpp | */cortex_m7.cpp) return 0 ;; esac
  grep -q '^template struct .*::State;$' "$1"
}
units=("$work/engine.cpp")
for source in "${sources[@]}"; do
  if stays_alone "$source"; then units+=("$source"); else printf '#include "%s"\n' "$source" >&3; fi
done 3>"$work/engine.cpp"
objects=()
for unit in "${units[@]}"; do
  objects+=("$work/$(basename "$unit").o")
  "$compiler" "${flags[@]}" -c "$unit" -o "${objects[-1]}" 2>&1 ||
    { echo "check.sh: $build does not compile" >&2; exit 1; }
done
link=("${flags[@]}")
[ "$compiler" != arm-none-eabi-g++ ] ||
  link+=(-nostartfiles -nostdlib -T "$root/firmware_bridge/firmware/boards/mps2_an500/image.ld"
         -Wl,--gc-sections)
libraries=()
[ "$compiler" != arm-none-eabi-g++ ] || libraries=(-lc -lm -lgcc)
"$compiler" "${link[@]}" "${objects[@]}" -o "$work/digest" ${libraries[@]+"${libraries[@]}"}

# Semihosting prints to stderr, between QEMU's own warnings.
timeout 120 ${run[@]+"${run[@]}"} "$work/digest" >"$work/output.txt" 2>&1
grep -v '^qemu-[a-z0-9-]*: warning' "$work/output.txt" >"$work/hashes.txt"
diff -u "$here/golden.txt" "$work/hashes.txt" && echo "$build: same bits"
