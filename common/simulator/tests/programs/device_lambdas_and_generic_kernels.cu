// NVCC: -std=c++17 --extended-lambda
// A parallel_for with device lambdas that capture by value, in a struct, with init-capture and
// nested; lambdas of both sides in a reduction; a variadic kernel.
#include <cuda_runtime.h>

#include <cstdio>
#include <type_traits>

template <class F>
__global__ void for_each_index(int n, F f) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) f(i);
}
template <class F>
void parallel_for(int n, F f) {
    for_each_index<<<(n + 127) / 128, 128>>>(n, f);
}

template <class T, class Op>
__global__ void reduce(const T* in, int n, T start, Op op, T* out) {
    __shared__ T part[128];
    T mine = start;
    for (int i = threadIdx.x; i < n; i += blockDim.x) mine = op(mine, in[i]);
    part[threadIdx.x] = mine;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] = op(part[threadIdx.x], part[threadIdx.x + half]);
        __syncthreads();
    }
    if (threadIdx.x == 0) *out = part[0];
}

template <class... Columns>
__global__ void sum_columns(int n, double* out, const Columns*... columns) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (0.0 + ... + double(columns[i]));
}

struct Vector {
    float* data;
    int n;
    void fill(float first) {
        auto* const to = data;
        parallel_for(n, [=] __device__(int i) { to[i] = first + i; });
    }
    void apply() {
        parallel_for(n, [self = *this] __device__(int i) {
            const auto twice = [](float x) { return 2 * x; };
            self.data[i] = twice(self.data[i]);
        });
    }
};

int main() {
    const int n = 1000;
    Vector v{nullptr, n};
    cudaMalloc(&v.data, n * sizeof(float));
    v.fill(1);
    v.apply();
    float *result, most;
    cudaMalloc(&result, sizeof(float));
    const auto larger = [] __host__ __device__(float a, float b) { return a > b ? a : b; };
    reduce<<<1, 128>>>(v.data, n, larger(0.0f, -1.0f), larger, result);
    cudaMemcpy(&most, result, sizeof most, cudaMemcpyDeviceToHost);
    bool ok = most == 2.0f * n;
    int* whole;
    short* small;
    double *out, sums[n];
    cudaMalloc(&whole, n * sizeof(int));
    cudaMalloc(&small, n * sizeof(short));
    cudaMalloc(&out, sizeof sums);
    parallel_for(n, [=] __device__(int i) { whole[i] = -i, small[i] = short(i % 7); });
    sum_columns<<<(n + 255) / 256, 256>>>(n, out, v.data, whole, small);
    cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) ok = ok && sums[i] == 2.0 * (i + 1) - i + i % 7;
    std::puts(ok ? "OK" : "wrong");
    cudaFree(v.data);
    cudaFree(result);
    cudaFree(whole);
    cudaFree(small);
    cudaFree(out);
}
