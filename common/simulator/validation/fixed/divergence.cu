// Warps whose lanes part: by conditions, trip counts, exits, calls; and that meet again.
//
// Around volatile accesses nvcc emits YIELD where it cannot prove that a loop or a called function
// ends, and lanes that yielded need not meet again. So the kernels with such loops and calls read
// plainly, each address once and each value used: that nothing can merge, hoist or drop.
#include "fixed.hpp"

using Values = const volatile float*;

__device__ int own_index() {
    return blockIdx.x * blockDim.x + threadIdx.x;
}

__global__ void odd_and_even(int n, volatile float* out, Values a, Values b) {
    const int i = own_index();
    if (i >= n) return;
    if (i % 2)
        out[i] = a[i];
    else
        out[i] = b[n - 1 - i];
}

__global__ void nested(int n, volatile float* out, Values a, Values b) {
    const int i = own_index();
    if (i >= n) return;
    float sum = a[i];
    if (i % 3) {
        sum += b[i];
        if (i % 4) {
            sum += a[n - 1 - i];
            if (i % 5 == 0) sum += b[2 * i % n];
        } else {
            sum -= b[n - 1 - i];
        }
        sum += a[i / 2];
    }
    out[i] = sum;
}

__global__ void trip_counts(int n, volatile float* out, Values a) {
    const int i = own_index();
    if (i >= n) return;
    float sum = 0;
#pragma unroll 1
    for (int j = 0; j < i % 7; ++j) sum += a[(i + 32 * j) % n];
    out[i] = sum;
}

__global__ void search(int n, int* out, const int* key) {
    const int i = own_index();
    if (i >= n) return;
    int j = i;
#pragma unroll 1
    while (key[j % n] % 8 != 3) ++j;
    out[i] = j;
}

__global__ void search_with_break(int n, volatile int* out, const volatile int* key, Values a) {
    const int i = own_index();
    if (i >= n) return;
    int found = -1;
#pragma unroll 1
    for (int j = 0; j < 12; ++j) {
        if (key[(i + j) % n] % 16 == 5) {
            found = j;
            break;
        }
        if (a[(i + 3 * j) % n] > 11) break;
    }
    out[i] = found;
}

__global__ void skip_some(int n, volatile float* out, const volatile int* key, Values a) {
    const int i = own_index();
    if (i >= n) return;
    float sum = 0;
#pragma unroll 1
    for (int j = 0; j < 6; ++j) {
        if ((key[(i + j) % n] + j) % 3 == 0) continue;
        sum += a[(i + 2 * j) % n];
    }
    out[i] = sum;
}

__global__ void cases(int n, volatile float* out, const volatile int* key, Values a, Values b) {
    const int i = own_index();
    if (i >= n) return;
    float value = 0;
    switch (key[i] % 5) {
        case 0:
            value = a[i];
            break;
        case 1:
            value = a[i] - b[i];
            break;
        case 2:
            value = a[n - 1 - i];
            break;
        case 3:
            value = b[i / 4];
            break;
        default:
            break;
    }
    out[i] = value;
}

__global__ void early_exit(int n, volatile float* out, const volatile int* key, Values a) {
    const int i = own_index();
    if (i >= n) return;
    if (key[i] % 4 == 0) return;
    out[i] = a[i];
    if (key[n - 1 - i] % 4 == 1) return;
    out[n + i] = a[i / 3];
}

__device__ __noinline__ float two_loads(const float* a, int i, int n) {
    return a[i] + a[(i + 5) % n];
}

__device__ __noinline__ float one_of_two(const float* a, int i, int n) {
    return i % 2 ? a[n - 1 - i] : a[i] - 1;
}

__global__ void calls(int n, float* out, const int* key, const float* a, const float* b) {
    const int i = own_index();
    if (i >= n) return;
    const int kind = key[i] % 3;
    float value = 0;
    if (kind == 0)
        value = two_loads(a, i, n);
    else if (kind == 1)
        value = one_of_two(b, i, n);
    out[i] = value;
}

__global__ void conditions(int n, volatile int* out, const volatile int* key, Values a) {
    const int i = own_index();
    if (i >= n) return;
    if (key[i] % 2 == 0 && (a[i] > 3 || a[n - 1 - i] > 6)) out[i] = 1;
}

// A sparse matrix's rows: lane by lane another number of elements.
__global__ void sparse_rows(int n, float* y, const int* start, const int* column,
                            const float* value, const float* x) {
    const int i = own_index();
    if (i >= n) return;
    float sum = 0;
    const int end = start[i + 1];
#pragma unroll 1
    for (int k = start[i]; k < end; ++k) sum += value[k] * x[column[k]];
    y[i] = sum;
}

__global__ void nested_loops(int n, float* out, const int* key, const float* a) {
    const int i = own_index();
    if (i >= n) return;
    float sum = 0;
    const int turns = key[i] % 3 + 1;
#pragma unroll 1
    for (int j = 0; j < turns; ++j) {
#pragma unroll 1
        for (int k = 0; k <= (i + j) % 3; ++k) sum += a[(i + 7 * j + k) % n];
        sum -= a[(i + j) % n];
    }
    out[i] = sum;
}

__global__ void grid_stride(int n, volatile float* out, Values a) {
#pragma unroll 1
    for (int i = own_index(); i < n; i += gridDim.x * blockDim.x) out[i] = a[i];
}

int elements_before(int row) {
    return row / 5 * 10 + (row % 5) * (row % 5 - 1) / 2;
}

int main() {
    for (const int n : sizes) {
        const int elements = elements_before(n);
        float* a = array<float>(n, [](int i) { return static_cast<float>(i % 13); });
        float* b = array<float>(n, [](int i) { return static_cast<float>(i % 11); });
        float* value = array<float>(elements, [](int i) { return static_cast<float>(i % 3); });
        float* out = array<float>(2 * n, [](int) { return 0.0f; });
        int* places = array<int>(2 * n, [](int) { return 0; });
        int* key = array<int>(n, scattered);
        int* start = array<int>(n + 1, elements_before);
        // Within the smallest size, which every x has.
        int* column = array<int>(elements, [](int i) { return scattered(i) % sizes[0]; });
        const int g = blocks(n);
        odd_and_even<<<g, threads>>>(n, out, a, b);
        nested<<<g, threads>>>(n, out, a, b);
        trip_counts<<<g, threads>>>(n, out, a);
        search<<<g, threads>>>(n, places, key);
        search_with_break<<<g, threads>>>(n, places, key, a);
        skip_some<<<g, threads>>>(n, out, key, a);
        cases<<<g, threads>>>(n, out, key, a, b);
        early_exit<<<g, threads>>>(n, out, key, a);
        calls<<<g, threads>>>(n, out, key, a, b);
        conditions<<<g, threads>>>(n, places, key, a);
        sparse_rows<<<g, threads>>>(n, out, start, column, value, a);
        nested_loops<<<g, threads>>>(n, out, key, a);
        grid_stride<<<3, threads>>>(n, out, a);
        finished();
        for (void* memory : {(void*)a, (void*)b, (void*)value, (void*)out, (void*)places,
                             (void*)key, (void*)start, (void*)column})
            cudaFree(memory);
    }
}
