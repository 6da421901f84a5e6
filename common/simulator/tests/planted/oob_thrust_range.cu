// One element more than there are: the algorithm's own lines read it, and its call is at fault.
#include <thrust/execution_policy.h>
#include <thrust/transform.h>

struct Twice {
    __device__ int operator()(int value) const { return 2 * value; }
};

int main() {
    const int n = 64;
    int *a, *b;
    cudaMalloc(&a, n * sizeof(int));
    cudaMalloc(&b, n * sizeof(int));
    cudaMemset(a, 0, n * sizeof(int));
    try {
        thrust::transform(thrust::device, a, a + n + 1, b, Twice());  // EXPECT out_of_bounds
    } catch (...) {
        return 0;
    }
    cudaFree(a);
    cudaFree(b);
    return 0;
}
