// Plain C++ that uses CUDA's runtime only through its header.
#include <cuda_runtime_api.h>

#include <cstdio>

int report(int value) {
    const bool right = value == 1 + 4 * 6 + 2 * 50 && cudaGetLastError() == cudaSuccess;
    std::puts(right ? "OK" : "wrong");
    return !right;
}
