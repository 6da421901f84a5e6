#!/usr/bin/env bash
# on_gpu.sh BUILD SUBMISSIONS SCRATCH: a program of cuBLAS as it is, and with gemv of lab 13 loaded
# before cuBLAS, as a CSV; first their products are compared.
# on_gpu.sh --missing: what this machine lacks for that.
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
export PATH=$PATH:/usr/local/cuda/bin
nvcc=$(command -v nvcc || true)
if [[ $1 == --missing ]]; then
    [[ -n $nvcc ]] || echo "there is no nvcc"
    exit 0
fi
export LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$(dirname "$(dirname "$(readlink -f "$nvcc")")")/lib64
cd "$3"
"$here/library.sh" "$nvcc" "$2/13-capstone/gemv.cu" "$PWD/libgemv.so" -O3 -arch=native
"$nvcc" -std=c++17 -O3 -arch=native -o program "$here/uses_cublas.cu" -lcublas
./program --write products
LD_PRELOAD=$PWD/libgemv.so ./program --compare products >compared || {
    cat compared
    exit 1
}
echo "sgemv of,operation,m,n,us"
timeout 120 ./program --times cuBLAS
LD_PRELOAD=$PWD/libgemv.so timeout 120 ./program --times "lab 13"
