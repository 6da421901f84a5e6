#!/usr/bin/env bash
# test.sh SIMCC ROOT: one program linked with cuBLAS's sgemv and with the solution's in its place.
set -euo pipefail
lab=$2/labs/13-capstone
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$1" -std=c++20 -I"$lab" -I"$2/common" -I"$lab/program/drop_in" -o "$scratch/program" -lcublas \
    "$lab"/program/drop_in/{against_cublas.cu,sgemv.cpp} "$2/solutions/13-capstone/gemv.cu"
"$scratch/program"
