// float4 for the bulk, single floats for the rest.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void copy(float* out, const float* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int whole = n / 4;
    if (i < whole) reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(in)[i];
    if (i < n % 4) out[4 * whole + i] = in[4 * whole + i];
}

int main() {
    const int n = 131;
    float host[n] = {1}, *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    copy<<<1, 64>>>(out, in, n);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[0]);
    cudaFree(in);
    cudaFree(out);
}
