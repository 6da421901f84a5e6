// NVCC: -rdc=true
// A table of device functions in constant memory, chosen for each thread; mutual recursion; a
// quicksort by an explicit stack; a functor that holds a function pointer.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <vector>

using Binary = int (*)(int, int);

__device__ int plus(int a, int b) {
    return a + b;
}
__device__ int minus(int a, int b) {
    return a - b;
}
__device__ int times(int a, int b) {
    return a * b;
}
__device__ int larger(int a, int b) {
    return max(a, b);
}

__constant__ Binary table[4];
__device__ Binary device_table[4] = {plus, minus, times, larger};

__device__ bool is_odd(unsigned n);
__device__ bool is_even(unsigned n) {
    return n == 0 || is_odd(n - 1);
}
__device__ bool is_odd(unsigned n) {
    return n != 0 && is_even(n - 1);
}

struct Apply {
    Binary f;
    __device__ int operator()(int a, int b) const { return f(a, b); }
};

__device__ int ackermann(int m, int n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

__global__ void evaluate(int* out) {
    const int i = threadIdx.x;
    const Apply apply{table[i % 4]};
    out[i] = apply(i, 3) + 1000 * is_even(i) + (i == 7 ? 100000 * ackermann(2, 2) : 0);
}

__global__ void sort(int* data, int n) {
    if (threadIdx.x != 0) return;
    int stack[64], top = 0;
    stack[top++] = 0;
    stack[top++] = n - 1;
    while (top > 0) {
        const int high = stack[--top], low = stack[--top];
        if (low >= high) continue;
        const int pivot = data[(low + high) / 2];
        int i = low, j = high;
        while (i <= j) {
            while (data[i] < pivot) ++i;
            while (data[j] > pivot) --j;
            if (i <= j) {
                const int t = data[i];
                data[i++] = data[j];
                data[j--] = t;
            }
        }
        stack[top++] = low, stack[top++] = j;
        stack[top++] = i, stack[top++] = high;
    }
}

int main() {
    Binary functions[4];
    cudaMemcpyFromSymbol(functions, device_table, sizeof functions);
    cudaMemcpyToSymbol(table, functions, sizeof functions);
    int host[32], *out;
    cudaMalloc(&out, sizeof host);
    evaluate<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    bool ok = true;
    for (int i = 0; i < 32; ++i) {
        const int values[] = {i + 3, i - 3, i * 3, std::max(i, 3)};
        ok = ok && host[i] == values[i % 4] + 1000 * (i % 2 == 0) + (i == 7 ? 700000 : 0);
    }
    std::vector<int> numbers(200);
    for (int i = 0; i < 200; ++i) numbers[i] = i * 7919 % 211;
    int* data;
    cudaMalloc(&data, 200 * sizeof(int));
    cudaMemcpy(data, numbers.data(), 200 * sizeof(int), cudaMemcpyHostToDevice);
    sort<<<1, 32>>>(data, 200);
    cudaMemcpy(numbers.data(), data, 200 * sizeof(int), cudaMemcpyDeviceToHost);
    ok = ok && std::is_sorted(numbers.begin(), numbers.end());
    std::puts(ok ? "OK" : "wrong");
    cudaFree(out);
    cudaFree(data);
}
