// A stream that waits for no other reads what cudaMemcpy copies, which within the device returns
// before it is done.
// NEAR-MISS: argument
// NO WITNESS: between a launch and another call, which are not run in another order
#include <cuda_runtime.h>

__global__ void add_one(int* out, const int* in) {
    out[threadIdx.x] = in[threadIdx.x] + 1;  // EXPECT race
}

int main(int argc, char**) {
    int *from, *to, *out;
    cudaMalloc(&from, 32 * sizeof(int));
    cudaMalloc(&to, 32 * sizeof(int));
    cudaMalloc(&out, 32 * sizeof(int));
    cudaStream_t other;
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaMemset(from, 0, 32 * sizeof(int));
    cudaMemcpy(to, from, 32 * sizeof(int), cudaMemcpyDeviceToDevice);  // OTHER race
    if (argc > 1) cudaDeviceSynchronize();
    add_one<<<1, 32, 0, other>>>(out, to);
    cudaDeviceSynchronize();
    cudaStreamDestroy(other);
    cudaFree(from);
    cudaFree(to);
    cudaFree(out);
}
