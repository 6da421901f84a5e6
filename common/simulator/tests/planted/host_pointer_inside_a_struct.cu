// The struct was copied to the device, but the array that it points to was not.
#include <cuda_runtime.h>

#include <cstdio>

struct Vector {
    int size;
    float* data;
};

__global__ void sum(float* out, const Vector* v) {
    float s = 0;
    for (int i = 0; i < v->size; ++i) s += v->data[i];  // EXPECT host_pointer
    *out = s;
}

int main() {
    float numbers[16] = {}, *out;
    const Vector host{16, numbers};
    Vector* device;
    cudaMalloc(&device, sizeof host);
    cudaMalloc(&out, sizeof(float));
    cudaMemcpy(device, &host, sizeof host, cudaMemcpyHostToDevice);
    sum<<<1, 1>>>(out, device);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(device);
    cudaFree(out);
}
