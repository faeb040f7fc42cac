#!/usr/bin/env bash
# Installs the build into a temporary prefix and builds and runs the examples against it, as a stranger would.
set -euo pipefail
build=$1 compiler=$2 source=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/prefix
cmake --install "$build" --prefix "$prefix" >/dev/null
# the public headers are all there is, and name no library that is not theirs
test ! -e "$prefix/include/rnem/core"
if grep -rnE 'CLI11|CLI/|hdf5|nlohmann' "$prefix/include/rnem"; then
  echo "the public headers must do without these" >&2
  exit 1
fi
cmake -S "$source/examples" -B "$scratch/build" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_PREFIX_PATH="$prefix" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
cmake --build "$scratch/build"
cd "$scratch"
export RNEM_MODELS=$prefix/share/rnem/models
build/discover | tee out
# four balls, and a component that has none
test "$(grep -cE 'component [0-9]: +[1-9][0-9]+ pixels' out)" -ge 4
grep -qE '10 frames later it draws [1-9][0-9]+ pixels' out
build/train_with_callback "$scratch/run" | tee out
grep -q 'update  6: loss' out
grep -qE 'last-frame BCE [0-9]+ \([0-9]+ to [0-9]+\)' out
build/own_world "$scratch/bars" | tee out
grep -qE '4 updates on falling bars, validation loss [0-9]+' out
unset RNEM_MODELS
"$prefix/bin/rnem" --version
# an installed program finds its own models
"$prefix/bin/rnem" info balls4 | grep 4952234
