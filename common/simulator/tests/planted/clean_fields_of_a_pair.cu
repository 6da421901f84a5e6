// One thread stores the real part, another the imaginary one; both are read after the barrier.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void spin(float2* out) {
    __shared__ float2 z[32];
    const int t = threadIdx.x;
    if (t < 32)
        z[t].x = cosf(t);
    else
        z[t - 32].y = sinf(t - 32);
    __syncthreads();
    if (t < 32) out[t] = z[31 - t];
}

int main() {
    float2 host[32], *out;
    cudaMalloc(&out, sizeof host);
    spin<<<1, 64>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[0].x);
    cudaFree(out);
}
