// As texture_written_in_launch, but of four channels a launch writes the last one only.
// NEAR-MISS: argument
// SAYS: texture fetch may miss what the same launch wrote
#include <cuda_runtime.h>

static cudaTextureObject_t texture_over(float4* data, int n) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = data;
    resource.res.linear.sizeInBytes = n * sizeof(float4);
    resource.res.linear.desc = cudaCreateChannelDesc<float4>();
    cudaTextureDesc how = {};
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &how, nullptr);
    return texture;
}

__global__ void shift(float4* out, float4* data, cudaTextureObject_t texture, bool store) {
    if (store) data[threadIdx.x].w = threadIdx.x;  // OTHER race
    __syncthreads();
    out[threadIdx.x] = tex1Dfetch<float4>(texture, (threadIdx.x + 1) % 64);  // EXPECT race
}

int main(int argc, char**) {
    float4 *data, *out;
    cudaMalloc(&data, 64 * sizeof(float4));
    cudaMalloc(&out, 64 * sizeof(float4));
    cudaMemset(data, 0, 64 * sizeof(float4));
    const cudaTextureObject_t texture = texture_over(data, 64);
    shift<<<1, 64>>>(out, data, texture, argc == 1);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(texture);
    cudaFree(data);
    cudaFree(out);
}
