// Texels are written through a surface and fetched through a texture in the same launch.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void work(cudaSurfaceObject_t surface, cudaTextureObject_t texture, float* out,
                     bool write, bool read) {
    if (write) surf2Dwrite(float(threadIdx.x), surface, threadIdx.x * 4, 0);  // OTHER race
    __syncthreads();
    if (read) out[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, 0.5f);  // EXPECT race
}

int main(int argc, char**) {
    static float zeros[4][32];
    float* out;
    cudaArray_t array;
    cudaSurfaceObject_t surface;
    cudaTextureObject_t texture;
    cudaResourceDesc resource = {};
    cudaTextureDesc how = {};
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &format, 32, 4, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(array, 0, 0, zeros, sizeof zeros[0], sizeof zeros[0], 4,
                        cudaMemcpyHostToDevice);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    how.readMode = cudaReadModeElementType;
    cudaCreateSurfaceObject(&surface, &resource);
    cudaCreateTextureObject(&texture, &resource, &how, nullptr);
    cudaMalloc(&out, 32 * sizeof(float));
    work<<<1, 32>>>(surface, texture, out, true, argc == 1);
    if (argc > 1) work<<<1, 32>>>(surface, texture, out, false, true);
    cudaDeviceSynchronize();
    cudaDestroySurfaceObject(surface);
    cudaDestroyTextureObject(texture);
    cudaFreeArray(array);
    cudaFree(out);
}
