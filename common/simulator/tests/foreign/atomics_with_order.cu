// nvcc's own atomic functions: orders and scopes as arguments, no header. A queue of tickets, a
// lock, and every operation once against what the host computes.
#include <cstdio>

namespace {

__global__ void all_operations(unsigned* cells) {
    const unsigned lane = threadIdx.x;
    __nv_atomic_fetch_add(&cells[0], lane, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_sub(&cells[1], 1u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_or(&cells[2], 1u << lane, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_and(&cells[3], ~(1u << lane), __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_xor(&cells[4], 1u << lane, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_max(&cells[5], lane, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_min(&cells[6], lane, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

// What is written before the release is read after the acquire.
__global__ void hand_over(int* payload, int* ready, int* result) {
    if (blockIdx.x == 0) {
        *payload = 42;
        __nv_atomic_store_n(ready, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    } else {
        while (!__nv_atomic_load_n(ready, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE)) {
        }
        *result = *payload;
    }
}

__global__ void add_under_a_lock(int* lock, double* sum) {
    int expected = 0;
    while (!__nv_atomic_compare_exchange_n(lock, &expected, 1, false, __NV_ATOMIC_ACQUIRE,
                                           __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE))
        expected = 0;
    *sum += blockIdx.x;
    __nv_atomic_store_n(lock, 0, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
}

bool operations_are_right() {
    unsigned* cells;
    cudaMallocManaged(&cells, 7 * sizeof *cells);
    const unsigned before[7] = {0, 64, 0, 0xffffffffu, 0xffffu, 0, 1000};
    for (int i = 0; i < 7; ++i) cells[i] = before[i];
    all_operations<<<1, 32>>>(cells);
    cudaDeviceSynchronize();
    const unsigned after[7] = {496, 32, 0xffffffffu, 0, 0xffff0000u, 31, 0};
    bool right = true;
    for (int i = 0; i < 7; ++i) right = right && cells[i] == after[i];
    cudaFree(cells);
    return right;
}

bool values_are_handed_over() {
    int* cells;
    cudaMalloc(&cells, 3 * sizeof *cells);
    cudaMemset(cells, 0, 3 * sizeof *cells);
    hand_over<<<2, 1>>>(cells, cells + 1, cells + 2);
    int result = 0;
    cudaMemcpy(&result, cells + 2, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(cells);
    return result == 42;
}

bool the_lock_holds() {
    int* lock;
    double* sum;
    cudaMalloc(&lock, sizeof *lock);
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(lock, 0, sizeof *lock);
    cudaMemset(sum, 0, sizeof *sum);
    add_under_a_lock<<<20, 1>>>(lock, sum);
    double result = 0;
    cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(lock);
    cudaFree(sum);
    return result == 190;
}

}  // namespace

int main() {
    const bool right = operations_are_right() && values_are_handed_over() && the_lock_holds();
    std::puts(right ? "OK" : "FAILED");
    return right ? 0 : 1;
}
