#!/usr/bin/env bash
# test.sh SIMCC ROOT LIBRARY: one program linked with cuBLAS's sgemv and with the solution's beside
# it; then a program that only knows cuBLAS, compiled once and linked twice, with LIBRARY and
# without.
set -euo pipefail
lab=$2/labs/13-capstone
library=$(realpath "$3")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$1" -std=c++20 -I"$lab" -I"$2/common" -I"$lab/program/drop_in" -o "$scratch/program" -lcublas \
    "$lab"/program/drop_in/{against_cublas.cu,sgemv.cpp} "$2/solutions/13-capstone/gemv.cu"
"$scratch/program"

cd "$scratch"
"$1" -std=c++20 -c -o compiled.o "$lab/program/drop_in/uses_cublas.cu"
"$1" -o with_cublas compiled.o -lcublas
"$1" -o with_ours compiled.o "$library" -lcublas
for program in with_cublas with_ours; do
    nm -C "$program" | grep -c capstoneSgemv >"$program.calls" || true
done
[[ $(<with_cublas.calls) == 0 && $(<with_ours.calls) != 0 ]]
./with_cublas --write products
./with_ours --compare products
