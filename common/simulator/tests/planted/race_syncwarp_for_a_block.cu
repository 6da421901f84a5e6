// __syncwarp() where the values come from another warp.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void rotate(int* out, const int* in) {
    __shared__ int s[128];
    const int t = threadIdx.x;
    s[t] = in[t];
    __syncwarp();
    out[t] = s[(t + 32) % 128];  // EXPECT race
}

int main() {
    int host[128], *in, *out;
    for (int i = 0; i < 128; ++i) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    rotate<<<1, 128>>>(out, in);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(in);
    cudaFree(out);
}
