// Warp shuffles and votes, atomics of several types, and the last block that adds up.
#include <cstdio>

__device__ unsigned int arrived;
__device__ float partial[64];

__inline__ __device__ float warp_sum(float v) {
#pragma unroll
    for (int offset = warpSize / 2; offset > 0; offset >>= 1) v += __shfl_down_sync(~0u, v, offset);
    return v;
}

__global__ void __launch_bounds__(128) total(const float* in, float* out, int* odd, int n) {
    __shared__ float sums[4];
    __shared__ bool last;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const float mine = i < n ? in[i] : 0;
    const unsigned votes = __ballot_sync(0xffffffff, int(mine) & 1);
    if (lane == 0) atomicAdd(odd, __popc(votes));
    const float sum = warp_sum(mine);
    if (lane == 0) sums[warp] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sums[0] + sums[1] + sums[2] + sums[3];
        __threadfence();
        last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        float all = 0;
        for (unsigned b = 0; b < gridDim.x; ++b) all += static_cast<volatile float*>(partial)[b];
        *out = all;
    }
}

int main() {
    const int n = 1000;
    float h[n], *in, *out, result = 0;
    int *odd, odds = 0;
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof *out);
    cudaMalloc(&odd, sizeof *odd);
    cudaMemset(odd, 0, sizeof *odd);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    total<<<(n + 127) / 128, 128>>>(in, out, odd, n);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    cudaMemcpy(&odds, odd, sizeof odds, cudaMemcpyDeviceToHost);
    const bool right = result == 499500 && odds == 500;
    std::puts(right ? "OK" : "wrong");
    cudaFree(in);
    cudaFree(out);
    cudaFree(odd);
    return !right;
}
