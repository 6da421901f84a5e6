// Two names of one allocation are both freed.
#include <cuda_runtime.h>

int main() {
    float *a, *b;
    cudaMalloc(&a, 100);
    b = a;
    cudaFree(a);
    cudaFree(b);  // EXPECT use_after_free
}
