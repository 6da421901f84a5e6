// What nvcc makes visible with <cooperative_groups.h> or libcu++ alone: printf, assert, the types of
// <cstdint>, std::memcpy and FLT_MAX.
#include <cooperative_groups.h>

__global__ void ranks(std::uint32_t* of_threads, uint32_t n) {
    const uint32_t rank = cooperative_groups::this_grid().thread_rank();
    assert(n > 0);
    if (rank < n) of_threads[rank] = rank;
}

int main() {
    constexpr uint32_t n = 40;
    std::uint32_t *ranks_of_threads = nullptr, last = 0;
    if (cudaMallocManaged(&ranks_of_threads, n * sizeof(uint32_t)) != cudaSuccess) return EXIT_FAILURE;
    ranks<<<2, 32>>>(ranks_of_threads, n);
    if (cudaDeviceSynchronize() != cudaSuccess) return EXIT_FAILURE;
    std::memcpy(&last, ranks_of_threads + n - 1, sizeof last);
    printf(last == n - 1 && FLT_MAX > 1.0f ? "OK\n" : "wrong\n");
    return cudaFree(ranks_of_threads);
}
