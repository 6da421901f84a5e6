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

// A static variable of a function lives in device memory and keeps its value from launch to launch.
__device__ int ticket() {
    static int next = 40, step[2] = {1, 2};
    return atomicAdd(&next, step[0]);
}

__global__ void take_tickets(int* taken) {
    static __device__ int largest;
    const int mine = ticket();
    taken[mine - 40] = mine;
    atomicMax(&largest, mine);
    if (atomicMax(&largest, 0) > 71) taken[0] = -1;
}

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
    int* taken;
    int numbers[32];
    cudaMalloc(&taken, sizeof numbers);
    for (int launch = 0; launch < 2; ++launch) take_tickets<<<1, 16>>>(taken);
    cudaMemcpy(numbers, taken, sizeof numbers, cudaMemcpyDeviceToHost);
    cudaFree(taken);
    for (int i = 0; i < 32; ++i) {
        if (numbers[i] != 40 + i) std::puts("wrong ticket");
    }
    cudaFree(in);
    cudaFree(out);
    return !right;
}
