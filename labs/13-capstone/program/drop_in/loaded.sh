#!/usr/bin/env bash
# loaded.sh NVCC LIBRARY ROOT: a program that was compiled against cuBLAS finds the sgemv of LIBRARY
# if that is loaded first, and everything else in cuBLAS. Needs no GPU: the program's symbols are
# looked up when it starts. Skipped (77) where there is no cuBLAS to link with.
set -euo pipefail
library=$(realpath "$2")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
program=$scratch/program
if ! "$1" -std=c++17 -o "$program" "$3/labs/13-capstone/program/drop_in/uses_cublas.cu" -lcublas \
    2>"$scratch/said"; then
    grep -q cublas "$scratch/said" || cat "$scratch/said"
    echo "skipped: no cuBLAS here"
    exit 77
fi
exported=$(nm -D --defined-only "$library" | awk '{ print $3 }' | grep -v '^_' || true)
[[ $exported == cublasSgemv_v2 ]] || {
    echo "exported: $exported"
    exit 1
}
export LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$(dirname "$(dirname "$(readlink -f "$1")")")/lib64
# The program itself fails without a GPU.
LD_BIND_NOW=1 LD_DEBUG=bindings LD_PRELOAD=$library "$program" --times x >"$scratch/looked_up" 2>&1 || true
grep "binding file $program " "$scratch/looked_up" >"$scratch/bindings" || true
if ! grep -q "libcublas" "$scratch/bindings"; then
    echo "skipped: no cuBLAS here to load"
    exit 77
fi
grep "cublasSgemv_v2" "$scratch/bindings" | grep -q "to $library "
grep "cublasCreate_v2" "$scratch/bindings" | grep -q "libcublas"
echo "cublasSgemv_v2 is the library's, the rest is cuBLAS's"
