// A block reads what a copy brings, without waiting for the copy: it waits at the barrier to which
// another block's copy was bound. That block has ended before anyone waited, so the two copies may
// have the same number in the simulator.
// NEAR-MISS: argument
#include <cuda_runtime.h>

#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_device>;
__device__ alignas(Barrier) unsigned char memory[2][sizeof(Barrier)];

__global__ void prepare() {
    for (auto& barrier : memory) init(reinterpret_cast<Barrier*>(barrier), 1);
}

__global__ void copy_twice(const int* from, int* copies, int* out, bool wait) {
    Barrier* const of_first = reinterpret_cast<Barrier*>(memory[0]);
    Barrier* const of_second = reinterpret_cast<Barrier*>(memory[1]);
    if (blockIdx.x == 0) {
        cuda::memcpy_async(copies, from, cuda::aligned_size_t<4>(4), *of_first);
        (void)of_first->arrive();
        return;
    }
    cuda::memcpy_async(copies + 8, from, cuda::aligned_size_t<4>(4), *of_second);  // OTHER race
    if (wait) of_second->arrive_and_wait();
    of_first->wait_parity(false);
    *out = copies[8];  // EXPECT race
    if (!wait) of_second->arrive_and_wait();
}

int main(int argc, char**) {
    int *from, *copies, *out;
    cudaMalloc(&from, sizeof(int));
    cudaMalloc(&copies, 16 * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(from, 1, sizeof(int));
    cudaMemset(copies, 0, 16 * sizeof(int));
    prepare<<<1, 1>>>();
    copy_twice<<<2, 1>>>(from, copies, out, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(from);
    cudaFree(copies);
    cudaFree(out);
}
