// The mask of the lanes up to this one, (1 << lane + 1) - 1, shifts by 32 in the last lane.
// SAYS: a device shifts all of them out
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void masks(unsigned* mask, int more) {
    const int lane = threadIdx.x;
    mask[lane] = (1u << (lane + more)) - 1;  // EXPECT crash warning
}

int main(int argc, char**) {
    unsigned* mask;
    cudaMalloc(&mask, 32 * sizeof(unsigned));
    masks<<<1, 32>>>(mask, argc == 1);
    cudaDeviceSynchronize();
    cudaFree(mask);
    return 0;
}
