#!/usr/bin/env bash
# Every .cu of the kit is CUDA as nvcc takes it, not only as the simulator does: labs, solutions, the
# course's submissions, the simulator's corpora. Objects only, of the device's side only; nothing is
# linked or run. A file that needs an option of nvcc's says so in its head: // NVCC: --extended-lambda
#
# nvcc.sh NVCC ROOT; without an NVCC the status is 77, which Meson counts as skipped.
set -euo pipefail
nvcc=$1
root=$2
if [[ -z $nvcc ]]; then
    echo "skipped: no nvcc on this machine"
    exit 77
fi
cd "$root"

# Compiles FILE to RESULTS/FILE.cubin and keeps what nvcc says where it refuses.
compile() {
    local file=$1 out=$results/${1//\//_}
    local -a options=(-std=c++20 --cubin -arch=sm_90 -I common)
    [[ $file =~ ([0-9]{2}-[a-z-]+)/ ]] && options+=(-I "labs/${BASH_REMATCH[1]}")
    read -ra more < <(sed -n '1,10s|^// NVCC: ||p' "$file") || true
    "$nvcc" "${options[@]}" "${more[@]}" "$file" -o "$out.cubin" >"$out.txt" 2>&1 || mv "$out.txt" "$out.refused"
}
export nvcc
export -f compile

results=$(mktemp -d)
export results
trap 'rm -rf "$results"' EXIT
mapfile -t files < <(find labs solutions common grader -name '*.cu' | sort)
printf '%s\0' "${files[@]}" | xargs -0 -P 2 -I{} bash -c 'compile "$1"' nvcc {}

shopt -s nullglob
refused=("$results"/*.refused)
((${#refused[@]} == 0)) || cat "${refused[@]}"
echo "${#files[@]} files, ${#refused[@]} refused"
((${#files[@]} > 0 && ${#refused[@]} == 0))
