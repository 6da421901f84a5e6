// One bool per thread: four of them share a word.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void mark_primes(bool* prime) {
    const int n = threadIdx.x;
    bool is = n > 1;
    for (int d = 2; d * d <= n; ++d)
        if (n % d == 0) is = false;
    prime[n] = is;
}

int main() {
    bool host[100], *prime;
    cudaMalloc(&prime, sizeof host);
    mark_primes<<<1, 100>>>(prime);
    cudaMemcpy(host, prime, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[97]);
    cudaFree(prime);
}
