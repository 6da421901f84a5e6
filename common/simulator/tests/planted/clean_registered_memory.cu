// Registered heap and static memory, used alternately by kernels, copies and the host.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

static float table[256];

__global__ void scale(float* data, const float* factors, int* hits) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] *= factors[i % 256];
    atomicAdd(hits, 1);
}

int main() {
    const int n = 100000 / 256 * 256;
    std::vector<float> values(n, 2.0f);
    std::vector<int> hits(1);
    for (int i = 0; i < 256; ++i) table[i] = float(i);
    cudaHostRegister(values.data(), n * sizeof(float), cudaHostRegisterMapped);
    cudaHostRegister(table, sizeof table, cudaHostRegisterMapped);
    cudaHostRegister(hits.data(), sizeof(int), cudaHostRegisterMapped);
    float* copy;
    cudaMalloc(&copy, n * sizeof(float));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    for (int turn = 0; turn < 2; ++turn) {
        scale<<<n / 256, 256, 0, stream>>>(values.data(), table, hits.data());
        cudaMemcpyAsync(copy, values.data(), n * sizeof(float), cudaMemcpyHostToDevice, stream);
        cudaStreamSynchronize(stream);
        values[turn] += 1;
        table[turn] += 1;
    }
    std::printf("%g %d\n", values[300], hits[0]);
    cudaHostUnregister(values.data());
    cudaHostUnregister(table);
    cudaHostUnregister(hits.data());
    cudaStreamDestroy(stream);
    cudaFree(copy);
}
