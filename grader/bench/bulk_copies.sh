#!/usr/bin/env bash
# bulk_copies.sh BUILD SUBMISSIONS SCRATCH: compiles bulk_copies.cu, and prints what it measures.
# bulk_copies.sh --missing: what this machine lacks for that.
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
export PATH=$PATH:/usr/local/cuda/bin
if [[ $1 == --missing ]]; then
    command -v nvcc >/dev/null || echo "there is no nvcc"
    least=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | head -1 || true)
    [[ ${least%%.*} -ge 9 ]] || echo "bulk copies need compute capability 9.0"
    exit 0
fi
# The kit's archives are thin, which the device's linker does not read.
nvcc -std=c++20 -O3 -arch=sm_90 -I "$here/../../common" -c -o "$3/bulk_copies.o" "$here/bulk_copies.cu"
toolkit=$(dirname "$(dirname "$(readlink -f "$(command -v nvcc)")")")
g++ -o "$3/bulk_copies" "$3/bulk_copies.o" "$1/common/runner/librunner_cuda.a" \
    -L"$toolkit/lib64" -L"$toolkit/lib" -lcudart_static -ldl -lrt -lpthread
timeout 120 "$3/bulk_copies"
