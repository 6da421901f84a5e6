// More threads than the surface has columns, and none is kept away.
// NEAR-MISS: argument
// SAYS: and the surface has 160 bytes a row, 4 rows
#include <cstdio>

__global__ void clear(cudaSurfaceObject_t surface, int width, bool fixed) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (fixed && x >= width) return;
    surf2Dwrite(0.0f, surface, x * int(sizeof(float)), blockIdx.y);  // EXPECT out_of_bounds
}

int main(int argc, char**) {
    const int width = 40, height = 4;
    const cudaChannelFormatDesc numbers = cudaCreateChannelDesc<float>();
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    cudaMallocArray(&resource.res.array.array, &numbers, width, height, cudaArraySurfaceLoadStore);
    cudaSurfaceObject_t surface;
    cudaCreateSurfaceObject(&surface, &resource);
    clear<<<dim3(2, height), 32>>>(surface, width, argc > 1);
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(resource.res.array.array);
}
