// The functor reads the next element, which the last element does not have.
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>

struct Difference {
    const int* from;
    int* to;
    __device__ void operator()(int i) const {
        to[i] = from[i + 1] - from[i];  // EXPECT out_of_bounds
    }
};

int main() {
    const int n = 64;
    int *a, *b;
    cudaMalloc(&a, n * sizeof(int));
    cudaMalloc(&b, n * sizeof(int));
    cudaMemset(a, 0, n * sizeof(int));
    thrust::counting_iterator<int> first(0);
    try {
        thrust::for_each(thrust::device, first, first + n, Difference{a, b});
    } catch (...) {
        return 0;
    }
    cudaFree(a);
    cudaFree(b);
    return 0;
}
