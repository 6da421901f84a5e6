// One warp fills a buffer, the other empties it; both come to every barrier.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void stream_through(int* out, const int* in, int n) {
    __shared__ int buffer[2][32];
    const int lane = threadIdx.x % 32;
    const bool producer = threadIdx.x < 32;
    for (int k = 0; k <= n / 32; ++k) {
        if (producer && k < n / 32) buffer[k % 2][lane] = in[k * 32 + lane];
        if (!producer && k > 0) out[(k - 1) * 32 + lane] = 2 * buffer[(k - 1) % 2][lane];
        __syncthreads();
    }
}

int main() {
    int host[256], *in, *out;
    for (int i = 0; i < 256; ++i) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    stream_through<<<1, 64>>>(out, in, 256);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[255]);
    cudaFree(in);
    cudaFree(out);
}
