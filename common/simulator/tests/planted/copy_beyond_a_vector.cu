// The last chunk of a vector is copied as if it were a whole one.
// SAYS: It takes 256 bytes, and the source, an array of the host, has 144.
// NEAR-MISS: argument
#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

__global__ void twice(float* a) { a[threadIdx.x] *= 2; }

int main(int argc, char**) {
    const int n = 100, chunk = 64;
    std::vector<float> host(n, 1.0f);
    float* a;
    cudaMalloc(&a, chunk * sizeof(float));
    for (int begin = 0; begin < n; begin += chunk) {
        const int count = argc == 1 ? chunk : std::min(chunk, n - begin);
        cudaMemcpy(a, host.data() + begin, count * sizeof(float),  // EXPECT bad_copy
                   cudaMemcpyHostToDevice);
        twice<<<1, count>>>(a);
    }
    cudaDeviceSynchronize();
    cudaFree(a);
}
