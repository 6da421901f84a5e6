// A table of 7 GiB of which a kernel uses a word here and there: that takes a page for each, as on
// the host, and not the memory of the whole table and its shadow.
#include <cuda_runtime.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>

__global__ void mark(int* table, size_t step) {
    const size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    table[i * step] = int(i) + 1;
}

__global__ void add(const int* table, size_t step, int* sum) {
    atomicAdd(sum, table[(blockIdx.x * blockDim.x + threadIdx.x) * step]);
}

int main() {
    constexpr size_t words = size_t{7} << 28, used = 1024;
    int *table, *sum;
    if (cudaMalloc(&table, words * sizeof(int)) != cudaSuccess) return 1;
    cudaMalloc(&sum, sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    mark<<<used / 128, 128>>>(table, words / used);
    add<<<used / 128, 128>>>(table, words / used, sum);
    int result = 0;
    cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(table);
    cudaFree(sum);
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    const size_t most = size_t(usage.ru_maxrss) << 10;
    const size_t memory = size_t(sysconf(_SC_PHYS_PAGES)) * size_t(sysconf(_SC_PAGESIZE));
    const bool fits = memory > size_t{64} << 30;  // where memory is plenty, it may be used
    const bool good = result == used * (used + 1) / 2 && (fits || most < size_t{1} << 30);
    std::printf(good ? "OK\n" : "FAILED %d, %zu MiB\n", result, most >> 20);
    return !good;
}
