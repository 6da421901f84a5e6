#!/usr/bin/env bash
# Every .cu of the kit is CUDA as nvcc takes it, not only as the simulator does: labs, solutions, the
# course's submissions (the wrong ones as LAY writes them out), the simulator's corpora. The device's code as PTX only; nothing is assembled,
# linked or run. A file that needs an option of nvcc's says so in its head: // NVCC: --extended-lambda
# One with names that a toolkit has dropped, which programs still have: // NVCC before 13
#
# With small files nvcc's time goes into CUDA's own headers. So many files are taken together, each in a
# namespace of its own behind what any of them includes, its macros ended after it; where nvcc refuses
# that, half of them at a time, and its verdict on a single file counts. (A standard header that one file
# forgets and another includes is simcc's to miss, which compiles each by itself.)
#
# nvcc.sh NVCC ROOT LAY COMPILED...; without an NVCC the status is 77, which Meson counts as skipped. The
# build has shown nvcc the files COMPILED by itself.
set -euo pipefail
nvcc=$1
root=$(realpath "$2")
lay=$(realpath "$3")
if [[ -z $nvcc ]]; then
    echo "skipped: no nvcc on this machine"
    exit 77
fi
cd "$root"
mapfile -t compiled < <(realpath "${@:4}")

# What is said of the source is the same; older toolkits know no such level.
fast=
[[ $("$nvcc" --help) != *--Ofast-compile* ]] || fast=-Ofc=max

# translate TEXT FILE: translates TEXT, which is FILE or stands for others in its folder.
translate() {
    local -a options=(-std=c++20 --ptx -arch=sm_90 ${fast:+"$fast"} -I common -I "$(dirname "$2")")
    [[ $2 =~ ([0-9]{2}-[a-z-]+)/ ]] && options+=(-I "labs/${BASH_REMATCH[1]}")
    read -ra more < <(sed -n '1,10s|^// NVCC: ||p' "$2") || true
    "$nvcc" "${options[@]}" "${more[@]}" "$1" -o "$1.ptx"
}

# Takes the files together, else by halves; keeps what nvcc says where it refuses one.
take() {
    local bundle file half=$((($# + 1) / 2))
    bundle=$(mktemp -d -p "$results")/bundle.cu
    if (($# > 1)); then
        grep -h '^#include' "$@" | sort -u >"$bundle"
        for file; do
            printf 'namespace file%d {\n#include "%s"\n}\n' $((++number)) "$file"
            sed -n 's/^# *define \([A-Za-z_0-9]*\).*/#undef \1/p' "$file"
        done >>"$bundle"
        if translate "$bundle" "$1" >/dev/null 2>&1; then return; fi
        take "${@:1:half}"
        take "${@:half+1}"
        return
    fi
    # nvcc names what it writes after what it reads, which is not to be in the kit.
    printf '#include "%s"\n' "$1" >"$bundle"
    translate "$bundle" "$1" >"$bundle.txt" 2>&1 || mv "$bundle.txt" "$results/${1//\//_}.refused"
}
number=0
export nvcc fast number
export -f translate take

results=$(mktemp -d)
export results
trap 'rm -rf "$results"' EXIT
mkdir "$results/wrong"
"$lay" "$results/wrong"
mapfile -t files < <(find "$root"/{labs,solutions,common,grader} "$results/wrong" -name '*.cu' -not -path '*/authoring/template/*' |
    grep -vxFf <(printf '%s\n' "${compiled[@]}") | sort)
release=$("$nvcc" --version | sed -n 's/.*release \([0-9]*\).*/\1/p')
dropped() {
    local before
    before=$(sed -n '1,10s|^// NVCC before \([0-9]*\)$|\1|p' "$1")
    [[ -n $before ]] && ((release >= before))
}
left_out=()
for i in "${!files[@]}"; do
    if dropped "${files[i]}"; then
        left_out+=("${files[i]##*/}")
        unset "files[i]"
    fi
done
files=("${files[@]}")
# Who is taken together: the files of a lab, those of a folder with headers of its own, all others; one
# with options is alone.
declare -A company
for file in "${files[@]}"; do company[$file]=common; done
for file in $(grep -lE '^#include "[a-z_]+\.' "${files[@]}"); do company[$file]=${file%/*}; done
for file in "${files[@]}"; do
    if [[ $file =~ [0-9]{2}-[a-z-]+/ ]]; then company[$file]=${BASH_REMATCH[0]}; fi
done
for file in $(grep -l '^// NVCC: ' "${files[@]}"); do company[$file]=$file; done
# One line a job, of at most 96 files.
for file in "${files[@]}"; do printf '%s\t%s\n' "${company[$file]}" "$file"; done | sort |
    awk -F '\t' '{ joins = $1 == last && ++taken < 96
                   if (!joins) taken = 0
                   printf "%s%s", NR == 1 ? "" : joins ? " " : "\n", $2
                   last = $1 }' |
    tr '\n' '\0' | xargs -0 -P 2 -I{} bash -c 'read -ra some <<<"$1"; take "${some[@]}"' nvcc {}

shopt -s nullglob
refused=("$results"/*.refused)
((${#refused[@]} == 0)) || cat "${refused[@]}"
echo "${#files[@]} files${fast:+ with $fast}, ${#refused[@]} refused; compiled before: ${compiled[*]##*/}; left out with nvcc $release: ${left_out[*]}"
((${#files[@]} > 0 && ${#refused[@]} == 0))
