#!/usr/bin/env bash
# Installs the build into a temporary prefix and builds a project against it.
set -euo pipefail
build=$1 compiler=$2
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cmake --install "$build" --prefix "$scratch/prefix" >/dev/null
cmake -S "$here" -B "$scratch/build" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_PREFIX_PATH="$scratch/prefix" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
cmake --build "$scratch/build"
"$scratch/build/consumer" | tee "$scratch/out"
grep -qx '64 x 64 pixels, 4951978 parameters' "$scratch/out"
"$scratch/prefix/bin/rnem" --version
