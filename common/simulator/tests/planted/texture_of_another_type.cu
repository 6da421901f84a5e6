// The fetch asks for an int, and the texture has floats: it gets their bits.
// NEAR-MISS: argument
// SAYS: it asks for integers, and the texture has floats
#include <cuda_runtime.h>

__global__ void read(float* out, cudaTextureObject_t texture, bool fixed) {
    if (fixed)
        out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);
    else
        out[threadIdx.x] = tex1Dfetch<int>(texture, threadIdx.x);  // EXPECT crash warning
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
    cudaCreateTextureObject(&texture, &resource, &how, nullptr);
    read<<<1, 64>>>(out, texture, argc > 1);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(texture);
    cudaFree(data);
    cudaFree(out);
}
