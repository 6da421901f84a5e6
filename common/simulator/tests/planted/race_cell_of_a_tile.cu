// A thread reads another thread's cell of a tile without a barrier between: findings name the cell by
// row and column.
// SAYS: race: tile[4][1], in kernel corner
#include <cuda_runtime.h>

template <int width>
__global__ void corner(float* out) {
    __shared__ float tile[width][width + 1];
    const int x = threadIdx.x, y = threadIdx.y;
    const bool is_corner = x == 0 && y == 0;
    tile[y][x] = x + y;                                                // EXPECT race
    out[y * width + x] = is_corner ? tile[width / 2][1] : tile[y][x];  // EXPECT race
}

int main() {
    float* out;
    cudaMalloc(&out, 64 * sizeof(float));
    corner<8><<<1, dim3(8, 8)>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
