// A stencil reads one column beyond its row of a shared tile. The address lies in the next row, so
// no tool can see it from addresses alone.
// NEAR-MISS: argument
// SAYS: The last element is tile[r][31].
#include <cuda_runtime.h>

__global__ void smooth(float* out, bool fixed) {
    __shared__ float tile[8][32];
    for (int r = 0; r < 8; ++r) tile[r][threadIdx.x] = r;
    __syncthreads();
    const int right = fixed && threadIdx.x == 31 ? 31 : threadIdx.x + 1;
    float sum = 0;
    for (int r = 0; r < 7; ++r) sum += tile[r][right];  // EXPECT out_of_bounds
    out[threadIdx.x] = sum;
}

int main(int argc, char**) {
    float* out;
    cudaMalloc(&out, 32 * sizeof(float));
    smooth<<<1, 32>>>(out, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(out);
}
