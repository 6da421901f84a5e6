// The guard lets one thread too many through, in an array of structs: the index is that of the struct,
// whichever member is accessed.
// SAYS: it is 4 bytes past the end of the 1600 bytes of p. The last element is p[99].
// SAYS: write `i < n`
#include <cuda_runtime.h>

struct Body {
    float x, y, z;
    int id;
};

__global__ void shift(Body* p, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) p[i].y += 1;  // EXPECT out_of_bounds
}

int main() {
    const int n = 100;
    Body* p;
    cudaMalloc(&p, n * sizeof(Body));
    cudaMemset(p, 0, n * sizeof(Body));
    shift<<<1, 128>>>(p, n);
    cudaDeviceSynchronize();
    cudaFree(p);
}
