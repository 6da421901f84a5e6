// Atomics that say their order and scope.
#include <cuda/atomic>
#include <cuda/std/atomic>

__device__ cuda::atomic<int, cuda::thread_scope_device> tickets;

__global__ void last_block(float* y, const float* parts, int n) {
    __shared__ bool last;
    if (threadIdx.x == 0)
        last = tickets.fetch_add(1, cuda::memory_order_acq_rel) == static_cast<int>(gridDim.x) - 1;
    __syncthreads();
    if (!last) return;
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(y, parts[i]);
    if (threadIdx.x == 0) tickets.store(0, cuda::memory_order_relaxed);
}

__global__ void in_place(float* sum, unsigned* flags) {
    cuda::atomic_ref<float, cuda::thread_scope_device> total(*sum);
    total.fetch_add(1.0f, cuda::std::memory_order_relaxed);
    cuda::atomic_ref<unsigned, cuda::thread_scope_system> flag(flags[blockIdx.x]);
    unsigned expected = 0;
    while (!flag.compare_exchange_weak(expected, 1u)) expected = 0;
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
}
