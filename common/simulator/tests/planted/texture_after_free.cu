// The memory is freed while a texture over it is still in use.
// SAYS: destroy the texture object then, and free its memory behind that
// NEAR-MISS: argument
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
    out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);  // EXPECT use_after_free
}

int main(int argc, char**) {
    float *data, *out;
    cudaMalloc(&data, 64 * sizeof(float));
    cudaMalloc(&out, 64 * sizeof(float));
    cudaMemset(data, 0, 64 * sizeof(float));
    const cudaTextureObject_t texture = texture_over(data, 64);
    if (argc == 1) cudaFree(data);
    read<<<1, 64>>>(out, texture);
    if (argc > 1) cudaFree(data);
    cudaDestroyTextureObject(texture);
    cudaFree(out);
}
