#!/usr/bin/env bash
# Checks that nvcc accepts every .cu file of the kit: labs, solutions, the course's submissions (LAY
# writes out the wrong and the right ones) and the simulator's corpora. Device code is compiled to PTX only;
# nothing is assembled, linked or run. A line `// NVCC: --extended-lambda` in a file's first ten lines
# gives an option that it needs; `// NVCC before 13` says that newer toolkits have dropped names that
# it uses.
#
# For small files, nvcc spends most of its time in CUDA's own headers. So up to 96 files are
# compiled together, each in a namespace of its own below a common list of includes, and with its
# macros undefined after it. If nvcc rejects such a bundle, it is split in half until the error
# belongs to a single file. (A standard header that one file forgets and another includes is not
# noticed here. simcc notices it, since it compiles each file by itself.)
#
# nvcc.sh NVCC ROOT LAY COMPILED...; without NVCC the exit status is 77, which Meson counts as
# skipped. The files COMPILED are left out, because the build compiles them with nvcc anyway.
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

# This option saves time and does not change errors about the source. Older toolkits do not have it.
fast=
[[ $("$nvcc" --help) != *--Ofast-compile* ]] || fast=-Ofc=max

# translate TEXT FILE: compiles TEXT, which is FILE or a bundle with files from its folder.
translate() {
    local -a options=(-std=c++20 --ptx -arch=sm_90 ${fast:+"$fast"} -I common -I "$(dirname "$2")")
    [[ $2 =~ ([0-9]{2}-[a-z-]+)/ ]] && options+=(-I "labs/${BASH_REMATCH[1]}")
    read -ra more < <(sed -n '1,10s|^// NVCC: ||p' "$2") || true
    "$nvcc" "${options[@]}" "${more[@]}" "$1" -o "$1.ptx"
}

# Compiles the files together. If nvcc rejects them, tries each half; for a single file, keeps the
# messages.
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
    # nvcc writes its output next to its input, which must not be in the kit's source tree.
    printf '#include "%s"\n' "$1" >"$bundle"
    translate "$bundle" "$1" >"$bundle.txt" 2>&1 || mv "$bundle.txt" "$results/${1//\//_}.refused"
}
number=0
export nvcc fast number
export -f translate take

results=$(mktemp -d)
export results
trap 'rm -rf "$results"' EXIT
mkdir "$results/laid"
"$lay" "$results/laid"
mapfile -t files < <(find "$root"/{labs,solutions,common,grader} "$results/laid" -name '*.cu' \
    -not -path '*/authoring/template/*' -not -path '*/submissions/*/wrong/*' -not -path '*/submissions/*/right/*' |
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
# Which files may be compiled together: those of one lab; those of one folder that includes headers
# of its own; all others. A file with options is compiled alone.
declare -A company
for file in "${files[@]}"; do company[$file]=common; done
for file in $(grep -lE '^#include "[a-z_]+\.' "${files[@]}"); do company[$file]=${file%/*}; done
for file in "${files[@]}"; do
    if [[ $file =~ [0-9]{2}-[a-z-]+/ ]]; then company[$file]=${BASH_REMATCH[0]}; fi
done
for file in $(grep -l '^// NVCC: ' "${files[@]}"); do company[$file]=$file; done
# One line per job, with at most 96 files.
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
