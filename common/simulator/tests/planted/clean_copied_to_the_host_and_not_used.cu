// Buffers that are larger than what is used, copied as a whole: to measure the speed, with the
// padding of their rows, and into a vector that keeps only its beginning. Nobody looks at the rest.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <vector>

__global__ void fill(float* data, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = float(i);
}

int main() {
    const int n = 100000, used = 1000;
    float *data, *never;
    cudaMalloc(&data, n * sizeof(float));
    cudaMalloc(&never, n * sizeof(float));
    std::vector<float> all(n), kept(n), measured(n);
    fill<<<(used + 255) / 256, 256>>>(data, used);
    cudaMemcpy(all.data(), data, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 3; ++i)
        cudaMemcpy(measured.data(), never, n * sizeof(float), cudaMemcpyDeviceToHost);
    std::memcpy(kept.data(), all.data(), n * sizeof(float));
    std::vector<float> copied(all.begin(), all.end());
    kept.resize(used);
    float sum = 0;
    for (const float value : kept) sum += value;
    all.assign(n, 1.0f);  // and what has been stored since is a value
    for (const float value : all) sum += value;
    std::printf("%g %zu\n", sum, copied.size());
    cudaFree(data);
    cudaFree(never);
}
