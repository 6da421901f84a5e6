// A tile in volatile shared memory, without the barrier that volatile cannot replace.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void rotate(const float* in, float* out) {
    __shared__ volatile float tile[128];
    const int t = threadIdx.x;
    tile[t] = in[t];
    out[t] = tile[(t + 64) % 128];  // EXPECT race
}

int main() {
    float *in, *out, last;
    cudaMalloc(&in, 128 * sizeof(float));
    cudaMalloc(&out, 128 * sizeof(float));
    cudaMemset(in, 0, 128 * sizeof(float));
    rotate<<<1, 128>>>(in, out);
    cudaMemcpy(&last, out + 127, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("%f\n", last);
    cudaFree(in);
    cudaFree(out);
}
