#!/usr/bin/env bash
# The page's modules are JavaScript with types in comments; TypeScript checks them. Skipped without tsc or npm.
set -euo pipefail
source=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if command -v tsc >/dev/null; then
  tsc=(tsc)
elif command -v npm >/dev/null && (cd "$scratch" && timeout 120 npm install --no-fund --no-audit typescript@5 >/dev/null 2>&1); then
  tsc=("$scratch/node_modules/.bin/tsc")
else
  echo "SKIPPED: there is no tsc, and npm could not fetch it"
  exit 77
fi
"${tsc[@]}" --checkJs --allowJs --noEmit --strict --target es2022 --module es2022 --moduleResolution bundler \
  --lib es2023,dom,dom.iterable "$source"/src/rnem/studio/page/*.js
