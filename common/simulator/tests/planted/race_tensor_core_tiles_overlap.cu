// Two warps store tiles of a matrix; the second begins in the middle of the first.
// NEAR-MISS: argument
#include <mma.h>

using namespace nvcuda;

__global__ void fill(float* c, int width) {
    const int warp = threadIdx.x / 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> tile;
    wmma::fill_fragment(tile, float(warp + 1));
    wmma::store_matrix_sync(c + warp * width, tile, 32, wmma::mem_row_major);  // EXPECT race
}

int main(int argc, char**) {
    float* c;
    cudaMalloc(&c, 16 * 32 * sizeof(float));
    fill<<<1, 64>>>(c, argc > 1 ? 16 : 8);
    cudaDeviceSynchronize();
    cudaFree(c);
}
