// NVCC: --extended-lambda
// A lambda uses members, so that it captures `this`, the address of an object on the host's stack.
// SAYS: [*this] copies the object
// NEAR-MISS: argument
#include <cuda_runtime.h>

template <class F>
__global__ void for_each(int n, F f) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) f(i);
}

struct Scaler {
    float factor;
    float* data;
    int n;

    void run() {
        for_each<<<1, 64>>>(n, [=] __device__(int i) { data[i] *= factor; });  // EXPECT host_pointer
    }
    void run_with_copies() {
        float* const p = data;
        const float by = factor;
        for_each<<<1, 64>>>(n, [=] __device__(int i) { p[i] *= by; });
    }
};

int main(int argc, char**) {
    float* data;
    cudaMalloc(&data, 64 * sizeof(float));
    cudaMemset(data, 0, 64 * sizeof(float));
    Scaler scaler{2, data, 64};
    if (argc > 1)
        scaler.run_with_copies();
    else
        scaler.run();
    cudaDeviceSynchronize();
    cudaFree(data);
    return 0;
}
