// A block's buffer from malloc() is freed by one thread, which does not wait for the others: some
// have read it by then, and some have not.
// NEAR-MISS: argument
// SAYS: Nothing lets the thread wait for the other before it frees
// SAYS: Nothing lets the one thread wait for the other: free the memory where
// NO WITNESS: the launch ends with an error
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void reverse(int* out, bool fixed) {
    __shared__ int* buffer;
    const unsigned i = threadIdx.x, n = blockDim.x;
    if (i == 0) buffer = static_cast<int*>(malloc(n * sizeof(int)));
    __syncthreads();
    if (!buffer) return;
    buffer[i] = i;
    __syncthreads();
    const int mine = buffer[n - 1 - i];  // EXPECT use_after_free // OTHER race
    if (fixed) __syncthreads();
    if (i == n / 2) free(buffer);  // EXPECT race
    out[blockIdx.x * n + i] = mine;
}

int main(int argc, char**) {
    int host[256], *out;
    cudaMalloc(&out, sizeof host);
    reverse<<<4, 64>>>(out, argc > 1);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(out);
}
