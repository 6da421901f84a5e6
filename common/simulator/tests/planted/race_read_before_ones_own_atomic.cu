// One thread reads the element plainly and then adds to it; threads of other blocks only add. The
// atomics do not race with each other, but the plain read does.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum_in_place(float* values) {
    const float own = values[blockIdx.x];
    atomicAdd(&values[0], own);  // EXPECT race
}

int main() {
    float host[4], *values;
    for (float& value : host) value = 1;
    cudaMalloc(&values, sizeof host);
    cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
    sum_in_place<<<4, 1>>>(values);
    cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%g\n", host[0]);
    cudaFree(values);
}
