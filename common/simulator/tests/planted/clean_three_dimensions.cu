// Threads and blocks in three dimensions, with a guard in each.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void number(int* out, int nx, int ny, int nz) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < nx && y < ny && z < nz) out[(z * ny + y) * nx + x] = x + 10 * y + 100 * z;
}

int main() {
    const int nx = 9, ny = 7, nz = 5;
    int host[nx * ny * nz], *out;
    cudaMalloc(&out, sizeof host);
    number<<<dim3(3, 2, 2), dim3(4, 4, 4)>>>(out, nx, ny, nz);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[nx * ny * nz - 1]);
    cudaFree(out);
}
