// A struct passed to the kernel carries the address of a host variable.
// NEAR-MISS: argument
#include <cuda_runtime.h>

struct Options {
    const int* factor;
    int copy;
};

__global__ void apply(int* out, Options options, bool fixed) {
    if (fixed)
        out[threadIdx.x] = options.copy;
    else
        out[threadIdx.x] = *options.factor;  // EXPECT host_pointer
}

int main(int argc, char**) {
    int factor = 3;
    int* out;
    cudaMalloc(&out, 32 * sizeof(int));
    apply<<<1, 32>>>(out, Options{&factor, factor}, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(out);
}
