#!/usr/bin/env bash
# On a system whose packages have other names, install-deps takes the ones it knows and says which it does not.
set -euo pipefail
source=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
stub() { printf '#!/usr/bin/env bash\n%s\n' "$2" >"$scratch/$1"; chmod +x "$scratch/$1"; }
export APT_LOG=$scratch/log
stub dpkg-query '[[ "$*" == *lib* ]] && exit 1; echo installed'
stub apt-get 'echo "apt-get $*" >>"$APT_LOG"'
stub sudo '"$@"'

# a later release: the sanitizers' package has another number
stub apt-cache '[ "$2" = libclang-rt-14-dev ] || echo "  Candidate: 1.0"'
PATH=$scratch:$PATH "$source/scripts/install-deps" test
grep -q 'install .*libclang-rt-19-dev' "$APT_LOG"
! grep -q 'libclang-rt-14-dev' "$APT_LOG"

# a system without LibTorch
: >"$APT_LOG"
stub apt-cache '[ "$2" = libtorch-dev ] || echo "  Candidate: 1.0"'
if PATH=$scratch:$PATH "$source/scripts/install-deps" build 2>"$scratch/said"; then exit 1; fi
grep -q 'apt does not know libtorch-dev' "$scratch/said"
! grep -q 'apt-get.* install' "$APT_LOG"

# what is there under another name is not asked for again
: >"$APT_LOG"
stub dpkg-query '[[ "$*" == *libclang-rt-14* ]] && exit 1; echo installed'
PATH=$scratch:$PATH "$source/scripts/install-deps" test
test ! -s "$APT_LOG"
