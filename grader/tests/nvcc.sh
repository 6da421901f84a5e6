#!/usr/bin/env bash
# Every .cu of the kit is CUDA as nvcc takes it, not only as the simulator does: labs, solutions, the
# course's submissions, the simulator's corpora. The device's code as PTX only; nothing is assembled,
# linked or run. A file that needs an option of nvcc's says so in its head: // NVCC: --extended-lambda
#
# With small files nvcc's time goes into CUDA's own headers. So those of a folder or lab are taken many at a
# time, each in a namespace of its own behind what any of them includes; where nvcc refuses that, half
# of them at a time, and its verdict on a single file counts. (A standard header that one file forgets
# and another includes is simcc's to miss, which compiles each by itself.)
#
# nvcc.sh NVCC ROOT COMPILED...; without an NVCC the status is 77, which Meson counts as skipped. The
# build has shown nvcc the files COMPILED by itself.
set -euo pipefail
nvcc=$1
root=$2
compiled=("${@:3}")
if [[ -z $nvcc ]]; then
    echo "skipped: no nvcc on this machine"
    exit 77
fi
cd "$root"

# What is said of the source is the same; older toolkits know no such level.
fast=$("$nvcc" --help | grep -q -e --Ofast-compile && echo -Ofc=max || true)

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
        for file; do printf 'namespace file%d {\n#include "%s"\n}\n' $((++number)) "$PWD/$file"; done >>"$bundle"
        if translate "$bundle" "$1" >/dev/null 2>&1; then return; fi
        take "${@:1:half}"
        take "${@:half+1}"
        return
    fi
    # nvcc names what it writes after what it reads, which is not to be in the kit.
    printf '#include "%s"\n' "$PWD/$1" >"$bundle"
    translate "$bundle" "$1" >"$bundle.txt" 2>&1 || mv "$bundle.txt" "$results/${1//\//_}.refused"
}
number=0
export nvcc fast number
export -f translate take

results=$(mktemp -d)
export results
trap 'rm -rf "$results"' EXIT
# A lab's files after one another: its skeleton, its solution, its submissions.
mapfile -t files < <(find labs solutions common grader -name '*.cu' |
    grep -vxFf <(printf '%s\n' "${compiled[@]}") |
    awk '{ slug = match($0, /[0-9][0-9]-[a-z-]+/) ? substr($0, RSTART, RLENGTH) : ""; print slug "\t" $0 }' |
    sort | cut -f 2)
# One line a job: 64 small files of a folder, or of a lab, together; others alone.
awk 'FILENAME == ARGV[1] { has_options[$0] = 1; next }
     {
         folder = ""
         if (match($0, /[0-9][0-9]-[a-z-]+\//)) folder = substr($0, RSTART, RLENGTH)
         else if (match($0, /^.*\/(bugs|fixed|foreign|programs)\//)) folder = substr($0, 1, RLENGTH)
         if (has_options[$0] || $0 ~ /(programs|foreign)\/[^\/]+\//) folder = ""
         if (folder == "" || folder != last || ++taken == 64) {
             if (FNR > 1) printf "\n"
             taken = 0
         } else {
             printf " "
         }
         printf "%s", $0
         last = folder
     }
     END { printf "\n" }' <(grep -l '^// NVCC: ' "${files[@]}") <(printf '%s\n' "${files[@]}") |
    tr '\n' '\0' | xargs -0 -P 2 -I{} bash -c 'read -ra some <<<"$1"; take "${some[@]}"' nvcc {}

shopt -s nullglob
refused=("$results"/*.refused)
((${#refused[@]} == 0)) || cat "${refused[@]}"
echo "${#files[@]} files, ${#refused[@]} refused; compiled before: ${compiled[*]}"
((${#files[@]} > 0 && ${#refused[@]} == 0))
