// A float4 is loaded from an address that is a multiple of 4 bytes only.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void copy(float4* out, const float* in, int offset) {
    const float4 v = *(const float4*)(in + offset + 4 * threadIdx.x);  // EXPECT misaligned
    out[threadIdx.x] = make_float4(v.w, v.z, v.y, v.x);
}

int main(int argc, char**) {
    float* in;
    float4* out;
    cudaMalloc(&in, 132 * sizeof(float));
    cudaMalloc(&out, 32 * sizeof(float4));
    cudaMemset(in, 0, 132 * sizeof(float));
    copy<<<1, 32>>>(out, in, argc > 1 ? 4 : 1);
    const cudaError_t error = cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return error == (argc > 1 ? cudaSuccess : cudaErrorMisalignedAddress) ? 0 : 1;
}
