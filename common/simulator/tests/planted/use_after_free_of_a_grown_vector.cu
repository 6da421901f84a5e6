// A pointer into a vector of Thrust is kept while the vector grows, and moves.
// NEAR-MISS: argument
#include <thrust/device_vector.h>

__global__ void count(int* x) {
    x[threadIdx.x] += 1;  // EXPECT use_after_free
}

int main(int argc, char**) {
    thrust::device_vector<int> v(32, 1);
    int* x = thrust::raw_pointer_cast(v.data());
    v.resize(4096, 2);
    if (argc > 1) x = thrust::raw_pointer_cast(v.data());
    count<<<1, 32>>>(x);
    cudaDeviceSynchronize();
}
