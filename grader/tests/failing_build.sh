#!/usr/bin/env bash
# A build with more errors than are shown must still end with the sentence that names the log.
# Earlier, head cut the output after forty lines, and its closed pipe ended the script without a
# message.
set -euo pipefail
root=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

mkdir "$scratch/bin" "$scratch/build"
touch "$scratch/build/build.ninja"
cat >"$scratch/bin/ninja" <<'END'
#!/usr/bin/env bash
[[ $* == *-n* ]] && exit
for ((i = 0; i < 5000; ++i)); do echo "a.cpp:$i:1: error: no such thing, as this line says at some length"; done
exit 1
END
chmod +x "$scratch/bin/ninja"

status=0
PATH=$scratch/bin:$PATH bash -c '
    set -euo pipefail
    root=$1 build=$2
    source "$root/grader/setup.sh"
    build_kit everything' bash "$root" "$scratch/build" 2>"$scratch/said" || status=$?
[[ $status == 2 ]]
grep -q 'the kit does not build; the whole log is .*setup.log' "$scratch/said"
[[ $(grep -c 'no such thing' "$scratch/said") == 40 ]]
