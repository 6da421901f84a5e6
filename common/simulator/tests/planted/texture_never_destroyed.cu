// A texture object that is never destroyed, although its memory is freed.
// NEAR-MISS: argument
// SAYS: The texture object is never destroyed.
// SAYS: Every cudaCreateTextureObject needs its
#include <cuda_runtime.h>

__global__ void read(float* out, cudaTextureObject_t texture) {
    out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);
}

int main(int argc, char**) {
    float *data, *out;
    cudaMalloc(&data, 64 * sizeof(float));
    cudaMalloc(&out, 64 * sizeof(float));
    cudaMemset(data, 0, 64 * sizeof(float));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = data;
    resource.res.linear.sizeInBytes = 64 * sizeof(float);
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    cudaTextureDesc how = {};
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &how, nullptr);  // EXPECT leak warning
    read<<<1, 64>>>(out, texture);
    cudaDeviceSynchronize();
    if (argc > 1) cudaDestroyTextureObject(texture);
    cudaFree(data);
    cudaFree(out);
}
