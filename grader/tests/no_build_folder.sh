#!/usr/bin/env bash
# Where the build's folder cannot be made or written to, as in a tree that is shared read-only, one
# line says so and what to set.
set -euo pipefail
root=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
touch "$scratch/file"

# Makes a build in the folder $1; what is said goes to the file "said".
build_in() {
    bash -c '
        set -euo pipefail
        root=$1 build=$2
        source "$root/grader/setup.sh"
        build_kit everything' grade "$root" "$1" >"$scratch/said" 2>&1
}

status=0
build_in "$scratch/file/build" || status=$?
[[ $status == 2 ]]
said="grade: cannot write to $scratch/file/build; set KIT_BUILD to a folder that can be written to"
[[ $(cat "$scratch/said") == "$said" ]]

# A folder that is there, but not for this user. Root may write anywhere.
if [[ $EUID -ne 0 ]]; then
    mkdir -m 555 "$scratch/build"
    status=0
    build_in "$scratch/build" || status=$?
    [[ $status == 2 ]]
    grep -q 'set KIT_BUILD' "$scratch/said"
fi
