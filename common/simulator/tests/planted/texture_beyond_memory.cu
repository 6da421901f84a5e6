// The texture is declared longer than the memory under it.
// NEAR-MISS: argument
// SAYS: right behind the 256 bytes
#include <cuda_runtime.h>

static cudaTextureObject_t texture_over(float* data, int n) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = data;
    resource.res.linear.sizeInBytes = n * sizeof(float);
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    cudaTextureDesc how = {};
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &how, nullptr);
    return texture;
}

__global__ void read(float* out, cudaTextureObject_t texture) {
    out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);  // EXPECT out_of_bounds
}

int main(int argc, char**) {
    float *data, *out;
    cudaMalloc(&data, 64 * sizeof(float));
    cudaMalloc(&out, 65 * sizeof(float));
    cudaMemset(data, 0, 64 * sizeof(float));
    const cudaTextureObject_t texture = texture_over(data, argc > 1 ? 64 : 96);
    read<<<1, argc > 1 ? 64 : 65>>>(out, texture);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(texture);
    cudaFree(data);
    cudaFree(out);
}
