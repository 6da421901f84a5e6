// Blocks and grids of two and three dimensions, with warps that wrap at the rows' ends.
#include "fixed.hpp"

__global__ void plane(int rows, int cols, volatile float* out, const volatile float* in) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols) out[row * cols + col] = in[row * cols + col];
}

__global__ void plane_transposed(int rows, int cols, volatile float* out,
                                 const volatile float* in) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}

__global__ void space(int depth, int rows, int cols, volatile float* out,
                      const volatile float* in) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= cols || y >= rows || z >= depth) return;
    const int i = (z * rows + y) * cols + x;
    out[i] = in[i];
}

__global__ void row_of_block(int cols, volatile float* out, const volatile float* in) {
    const int first = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
#pragma unroll 1
    for (int j = threadIdx.y * blockDim.x + threadIdx.x; j < cols; j += blockDim.x * blockDim.y)
        out[first * cols + j] = in[first * cols + j];
}

unsigned over(int total, int part) {
    return static_cast<unsigned>((total + part - 1) / part);
}

int main() {
    for (const int side : {20, 45, 67}) {
        const int count = side * side;
        float* in = array<float>(count * 8, [](int i) { return static_cast<float>(i % 13); });
        float* out = array<float>(count * 8, [](int) { return 0.0f; });
        for (const dim3 block : {dim3(16, 16), dim3(32, 8), dim3(7, 5), dim3(1, 64), dim3(33, 3)}) {
            const dim3 grid(over(side, block.x), over(side, block.y));
            plane<<<grid, block>>>(side, side, out, in);
            plane_transposed<<<grid, block>>>(side, side, out, in);
        }
        for (const dim3 block : {dim3(4, 4, 4), dim3(10, 3, 5), dim3(2, 2, 64)}) {
            const dim3 grid(over(side, block.x), over(side, block.y), over(8, block.z));
            space<<<grid, block>>>(8, side, side, out, in);
        }
        row_of_block<<<dim3(2, 2, 2), dim3(10, 5)>>>(side, out, in);
        finished();
        cudaFree(in);
        cudaFree(out);
    }
}
