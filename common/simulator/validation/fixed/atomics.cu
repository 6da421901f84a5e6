// Atomics on global memory, results used (atom) and not (red), at addresses the compiler cannot
// prove to be one: there it would add within the warp first.
#include "fixed.hpp"

using Places = const volatile int*;
using u64 = unsigned long long;

__device__ int own_index() {
    return blockIdx.x * blockDim.x + threadIdx.x;
}

template <class T>
__global__ void sum_own(int n, T* to, Places place) {
    const int i = own_index();
    if (i < n) atomicAdd(&to[place[i]], T(i));
}

template <class T>
__global__ void sum_quarters(int n, T* to, Places place) {
    const int i = own_index();
    if (i < n) atomicAdd(&to[place[i] / 8], T(i));
}

template <class T>
__global__ void sum_one(int n, T* to, Places place) {
    const int i = own_index();
    if (i < n) atomicAdd(&to[place[i] / n], T(1));
}

template <class T>
__global__ void histogram(int n, T* bins, Places key) {
    const int i = own_index();
    if (i < n) atomicAdd(&bins[key[i] % 23], T(1));
}

__global__ void strided(int n, float* to, Places place) {
    const int i = own_index();
    if (i < n / 9) atomicAdd(&to[place[i] * 9], 1.0f);
}

// y[i] += x[j] A[i][j] with one thread per column, as in lab 02's scatter.
__global__ void scatter_rows(int n, int m, float* y, const volatile float* A) {
    const int j = own_index();
    if (j >= m) return;
#pragma unroll 1
    for (int i = 0; i < n; ++i) atomicAdd(&y[i + j / m], A[i * m + j]);
}

template <class T>
__global__ void tickets(int n, T* counter, volatile T* mine, Places key) {
    const int i = own_index();
    if (i < n) mine[i] = atomicAdd(&counter[key[i] % 5], T(1));
}

template <class T>
__global__ void exchange(int n, T* to, volatile T* before, Places key) {
    const int i = own_index();
    if (i < n) before[i] = atomicExch(&to[key[i] % 29], T(i));
}

template <class T>
__global__ void compare_and_swap(int n, T* to, volatile T* before, Places key) {
    const int i = own_index();
    if (i < n) before[i] = atomicCAS(&to[key[i] % 31], T(0), T(i));
}

__global__ void exchange_unused(int n, int* to, Places key) {
    const int i = own_index();
    if (i < n) atomicExch(&to[key[i] % 29], i);
}

__global__ void compare_and_swap_unused(int n, int* to, Places key) {
    const int i = own_index();
    if (i < n) atomicCAS(&to[key[i] % 31], 0, i);
}

// A few of the operations each, chosen by the data.
__global__ void smallest_and_largest(int n, int* low, unsigned* high, u64* wide, Places key) {
    const int i = own_index();
    if (i >= n) return;
    const int place = key[i] % 19;
    atomicMin(&low[place], i);
    atomicMax(&high[place], static_cast<unsigned>(i));
    atomicMax(&wide[place], static_cast<u64>(i));
}

__global__ void bits(int n, int* both, unsigned* any, u64* odd, Places key) {
    const int i = own_index();
    if (i >= n) return;
    const int place = key[i] % 19;
    atomicAnd(&both[place], ~i);
    atomicOr(&any[place], 1u << i % 32);
    atomicXor(&odd[place], static_cast<u64>(i));
}

__global__ void wrapping(int n, unsigned* up, unsigned* down, Places key) {
    const int i = own_index();
    if (i >= n) return;
    atomicInc(&up[key[i] % 19], 7);
    atomicDec(&down[key[i] % 19], 7);
}

template <class T>
void additions(int n, Places own, Places key) {
    T* to = array<T>(n, [](int) { return T(0); });
    T* before = array<T>(n, [](int) { return T(0); });
    sum_own<T><<<blocks(n), threads>>>(n, to, own);
    sum_quarters<T><<<blocks(n), threads>>>(n, to, own);
    sum_one<T><<<blocks(n), threads>>>(n, to, own);
    histogram<T><<<blocks(n), threads>>>(n, to, key);
    tickets<T><<<blocks(n), threads>>>(n, to, before, key);
    finished();
    cudaFree(to);
    cudaFree(before);
}

template <class T>
void swaps(int n, Places key) {
    T* to = array<T>(32, [](int) { return T(0); });
    T* before = array<T>(n, [](int) { return T(0); });
    exchange<T><<<blocks(n), threads>>>(n, to, before, key);
    compare_and_swap<T><<<blocks(n), threads>>>(n, to, before, key);
    finished();
    cudaFree(to);
    cudaFree(before);
}

int main() {
    for (const int n : sizes) {
        int* own = array<int>(n, [](int i) { return i; });
        int* key = array<int>(n, scattered);
        additions<int>(n, own, key);
        additions<float>(n, own, key);
        additions<double>(n, own, key);
        additions<u64>(n, own, key);
        swaps<int>(n, key);
        swaps<u64>(n, key);

        constexpr int m = 96;
        float* y = array<float>(n, [](int) { return 0.0f; });
        float* A = array<float>(n * m, [](int i) { return static_cast<float>(i % 5); });
        int* words = array<int>(64, [](int) { return 0; });
        unsigned* more = array<unsigned>(64, [](int) { return 0u; });
        u64* wide = array<u64>(64, [](int) { return u64{0}; });
        strided<<<blocks(n), threads>>>(n, y, own);
        scatter_rows<<<1, threads>>>(n, m, y, A);
        exchange_unused<<<blocks(n), threads>>>(n, words, key);
        compare_and_swap_unused<<<blocks(n), threads>>>(n, words, key);
        smallest_and_largest<<<blocks(n), threads>>>(n, words, more, wide, key);
        bits<<<blocks(n), threads>>>(n, words, more, wide, key);
        wrapping<<<blocks(n), threads>>>(n, more, more + 32, key);
        finished();
        for (void* memory :
             {(void*)own, (void*)key, (void*)y, (void*)A, (void*)words, (void*)more, (void*)wide})
            cudaFree(memory);
    }
}
