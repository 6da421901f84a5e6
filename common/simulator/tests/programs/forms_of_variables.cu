// Variables in device memory: constant, device, managed, constants of a function, in namespaces.
#include <cstdio>

namespace filter {
__constant__ float weights[3];
static __constant__ const int radius = 1;
}  // namespace filter
__device__ unsigned int visits;
__device__ float table[4] = {1, 2, 4, 8}, bias = 0.5f;
__device__ __managed__ int managed_total = 100;
__constant__ const char* const never_used = nullptr;
__device__ constexpr float exact = 0.25f;

__global__ void smooth(const float* in, float* out, int n) {
    static const int margin[2] = {1, 0};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n + margin[1]) return;
    float sum = 0;
    for (int k = -filter::radius; k <= filter::radius; ++k) {
        if (i + k >= 0 && i + k < n) sum += filter::weights[k + 1] * in[i + k];
    }
    out[i] = sum * table[i % 4] + bias + exact;
    atomicAdd(&visits, 1u);
    if (i == 0) managed_total += 1;
}

int main() {
    const int n = 10;
    float h[n], w[3] = {1, 2, 1}, *in, *out;
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(filter::weights, w, sizeof w);
    smooth<<<2, 8>>>(in, out, n);
    cudaDeviceSynchronize();
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    unsigned int seen = 0;
    cudaMemcpyFromSymbol(&seen, visits, sizeof seen);
    const bool right = h[5] == 20 * 2 + 0.75f && h[0] == 1.75f && seen == 10 && managed_total == 101;
    std::puts(right ? "OK" : "wrong");
    cudaFree(in);
    cudaFree(out);
    return !right;
}
