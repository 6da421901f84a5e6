// The texture object is destroyed after the launch that reads it, without waiting for it.
// NEAR-MISS: argument
// SAYS: nothing has waited for the launch of read
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
    out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);
}

int main(int argc, char**) {
    float *data, *out;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&data, 64 * sizeof(float));
    cudaMalloc(&out, 64 * sizeof(float));
    cudaMemset(data, 0, 64 * sizeof(float));
    const cudaTextureObject_t texture = texture_over(data, 64);
    const cudaTextureObject_t unread = texture_over(data, 64);
    read<<<1, 64>>>(out, texture);
    cudaDeviceSynchronize();
    read<<<1, 64, 0, stream>>>(out, texture);
    if (argc > 1) cudaStreamSynchronize(stream);
    cudaDestroyTextureObject(unread);
    cudaDestroyTextureObject(texture);  // EXPECT unsynchronized_access
    cudaStreamDestroy(stream);
    cudaFree(data);
    cudaFree(out);
}
