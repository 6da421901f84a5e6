// A warp loads a tile from shared memory that two warps fill, without a barrier between.
// NEAR-MISS: argument
// NO WITNESS: with one element in time the others still make every sum no number
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

__global__ void square(float* c, const half* a, bool fixed) {
    __shared__ half tile[16 * 16];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) tile[i] = a[i];  // OTHER race
    if (fixed) __syncthreads();
    if (threadIdx.x >= 32) return;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> product;
    wmma::load_matrix_sync(left, tile, 16);  // EXPECT race
    wmma::load_matrix_sync(right, tile, 16);
    wmma::fill_fragment(product, 0.0f);
    wmma::mma_sync(product, left, right, product);
    wmma::store_matrix_sync(c, product, 16, wmma::mem_row_major);
}

int main(int argc, char**) {
    half host[256], *a;
    float* c;
    for (int i = 0; i < 256; ++i) host[i] = __float2half(float(i % 7));
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&c, 256 * sizeof(float));
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    square<<<1, 64>>>(c, a, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(c);
}
