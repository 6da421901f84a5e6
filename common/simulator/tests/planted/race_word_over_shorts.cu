// Thread t writes the 32-bit word at 2t, that is, its own short and its neighbour's.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(short* out) {
    __shared__ short s[66];
    const int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    if (t % 2 == 0)
        *reinterpret_cast<int*>(&s[t]) = t;  // EXPECT race
    else
        s[t] = t;
    __syncthreads();
    out[t] = s[t];
}

int main() {
    short host[64], *out;
    cudaMalloc(&out, sizeof host);
    fill<<<1, 64>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[5]);
    cudaFree(out);
}
