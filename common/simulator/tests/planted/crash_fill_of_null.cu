// A builtin of the compiler's stores where nothing is, unseen by the hooks: the launch fails, and
// the program lives on.
#include <cuda_runtime.h>

__global__ void clear(int* out, int offset) {
    int* nowhere = nullptr;
    __builtin_memset(nowhere + offset, 0, 16);  // EXPECT out_of_bounds
    out[0] = 1;
}

int main() {
    int* out;
    cudaMalloc(&out, sizeof(int));
    clear<<<1, 32>>>(out, 0);
    if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 1;
    cudaFree(out);
}
