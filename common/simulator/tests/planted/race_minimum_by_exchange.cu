// Between the comparison and the exchange another thread may store a smaller value, which is lost.
// And several threads may find that the counter has not come to its limit yet.
// SAYS: What is read decides alone whether the atomic changes it
#include <cuda_runtime.h>

#include <cstdio>

__global__ void minimum(const int* a, int n, int* least) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] < *least)  // EXPECT race
        atomicExch(least, a[i]);
}

__global__ void count_to(const int* a, int n, int* counted, int limit) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] > 0 && *counted < limit) atomicAdd(counted, 1);  // EXPECT race
}

int main() {
    const int n = 32;
    int host[n], *a, *results, start[2] = {1000, 0};
    for (int i = 0; i < n; ++i) host[i] = (i * 13 + 5) % 31;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&results, sizeof start);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(results, start, sizeof start, cudaMemcpyHostToDevice);
    minimum<<<2, n / 2>>>(a, n, results);
    count_to<<<2, n / 2>>>(a, n, results + 1, 10);
    cudaMemcpy(start, results, sizeof start, cudaMemcpyDeviceToHost);
    std::printf("%d %d\n", start[0], start[1]);
    cudaFree(a);
    cudaFree(results);
}
