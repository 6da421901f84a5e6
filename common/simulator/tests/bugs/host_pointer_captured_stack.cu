// A struct passed to the kernel carries the address of a host variable.
// EXPECT: host_pointer error read
#include <cuda_runtime.h>

struct Options {
    const int* factor;
    int copy;
};

__global__ void apply(int* out, Options options, bool fixed) {
    if (fixed)
        out[threadIdx.x] = options.copy;
    else
        out[threadIdx.x] = *options.factor;  // @read
}

int main(int argc, char**) {
    int factor = 3;
    int* out;
    cudaMalloc(&out, 32 * sizeof(int));
    apply<<<1, 32>>>(out, Options{&factor, factor}, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(out);
}
