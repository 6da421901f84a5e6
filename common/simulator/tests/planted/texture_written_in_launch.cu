// A kernel reads through a texture what its own threads wrote. After the barrier it is in memory,
// but the texture cache may still hold the old value.
// NEAR-MISS: argument
// SAYS: texture fetch may miss what the same launch wrote
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

__global__ void write(float* data) {
    data[threadIdx.x] = threadIdx.x;
}

__global__ void shift(float* out, float* data, cudaTextureObject_t texture, bool store) {
    if (store) data[threadIdx.x] = 2 * threadIdx.x;  // OTHER race
    __syncthreads();
    out[threadIdx.x] = tex1Dfetch<float>(texture, (threadIdx.x + 1) % 64);  // EXPECT race
}

int main(int argc, char**) {
    float *data, *out;
    cudaMalloc(&data, 64 * sizeof(float));
    cudaMalloc(&out, 64 * sizeof(float));
    const cudaTextureObject_t texture = texture_over(data, 64);
    write<<<1, 64>>>(data);
    shift<<<1, 64>>>(out, data, texture, argc == 1);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(texture);
    cudaFree(data);
    cudaFree(out);
}
