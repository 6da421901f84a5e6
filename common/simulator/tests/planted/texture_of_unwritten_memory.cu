// Half of the elements under the texture have never been written.
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
    out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);  // EXPECT uninitialized_read
}

int main(int argc, char**) {
    float *data, *out;
    cudaMalloc(&data, 64 * sizeof(float));
    cudaMalloc(&out, 64 * sizeof(float));
    cudaMemset(data, 0, argc > 1 ? 64 * sizeof(float) : 32 * sizeof(float));
    const cudaTextureObject_t texture = texture_over(data, 64);
    read<<<1, 64>>>(out, texture);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(texture);
    cudaFree(data);
    cudaFree(out);
}
