// x is given in elements, where surface functions count bytes.
// NEAR-MISS: argument
// SAYS: x counts bytes, and must be a multiple of the 4
#include <cstdio>

__global__ void clear(cudaSurfaceObject_t surface, bool fixed) {
    const int x = threadIdx.x;
    surf2Dwrite(0.0f, surface, fixed ? x * 4 : x, blockIdx.x);  // EXPECT misaligned
}

int main(int argc, char**) {
    const int width = 32, height = 4;
    const cudaChannelFormatDesc numbers = cudaCreateChannelDesc<float>();
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    cudaMallocArray(&resource.res.array.array, &numbers, width, height, cudaArraySurfaceLoadStore);
    cudaSurfaceObject_t surface;
    cudaCreateSurfaceObject(&surface, &resource);
    clear<<<height, width>>>(surface, argc > 1);
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(resource.res.array.array);
}
