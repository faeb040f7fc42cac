#!/usr/bin/env bash
# docs/dependencies.md names every package that scripts/packages.sh asks for, and the list of parts has those of the program.
set -euo pipefail
source=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
source "$source/scripts/packages.sh"

missing=()
for group in build test python footage atari bench lint; do
  declare -n packages="${group}_packages"
  for package in "${packages[@]}"; do
    grep -qF "\`$package\`" "$source/docs/dependencies.md" || missing+=("$package")
  done
done
[ ${#missing[@]} -eq 0 ] || { echo "docs/dependencies.md does not name: ${missing[*]}"; exit 1; }

"$source/scripts/sbom" "$scratch/first.json"
"$source/scripts/sbom" "$scratch/second.json"
cmp "$scratch/first.json" "$scratch/second.json"
for package in "${build_packages[@]}"; do
  grep -qF "pkg:deb/debian/$package@" "$scratch/first.json" || { echo "the list of parts lacks $package"; exit 1; }
done
