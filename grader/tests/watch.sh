#!/usr/bin/env bash
# Checks `grade watch`: it must respond to a save at once, then show the marks, and survive a broken
# file.
# watch.sh GRADE-BIN ROOT
set -euo pipefail
folder=$(mktemp -d)
watcher=
trap '[[ -z $watcher ]] || kill "$watcher" 2>/dev/null || true; rm -rf "$folder"' EXIT
cp -r "$2/solutions/01-scalar-loop" "$folder/"
file=$folder/01-scalar-loop/scalar.cu
said=$folder/said

# Waits until the words have been printed the given number of times.
await() {
    local words=$1 times=$2 tries
    for ((tries = 0; tries < 600; tries++)); do
        [[ $(grep -c -- "$words" "$said" || true) -ge $times ]] && return
        sleep 0.1
    done
    echo "never said $times times: $words" >&2
    cat "$said" >&2
    exit 1
}

"$1" watch 01 --from "$folder" >"$said" 2>&1 &
watcher=$!
await 'save a file to grade it' 1
echo 'int broken(' >>"$file"
await 'was saved, grading it' 1
await 'not gradable' 1
cp "$2/solutions/01-scalar-loop/scalar.cu" "$file"
await 'was saved, grading it' 2
await '100 / 100' 1
kill -0 "$watcher"
