// Lab 02: y = A x + b on the GPU: with one thread per row, and by a scatter, which is slower. The
// interface is in lab.hpp, the task in README.md. A is row-major: A[i * m + j].
#include "kit/error.hpp"
#include "lab.hpp"

// ---- Rung 1: gather. Thread i computes y[i] alone, so no two threads write the same element.

// y = A x + b, as one argument.
struct System {
    int n, m;
    float* y;
    const float *A, *x, *b;
};

struct RowByRow {
    __device__ static float sum(const System& s, int i) {
        float yi = s.b[i];
        for (const float *a = s.A + i * s.m, *x = s.x, *end = x + s.m; x != end; ++a, ++x)
            yi += *a * *x;
        return yi;
    }
};

template <class Rule>
__global__ void gather_kernel(const __grid_constant__ System s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < s.n) s.y[i] = Rule::sum(s, i);
}

void gather(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    gather_kernel<RowByRow><<<blocks, threads>>>(System{n, m, d_y, d_A, d_x, d_b});
    CUDA_CHECK(cudaGetLastError());
}

// ---- Rung 2: memory. The same product for arrays in host memory.

// Device memory for `count` floats. It is freed whenever the enclosing block is left, also when an
// error ends the function early.
struct DeviceArray {
    float* data = nullptr;

    explicit DeviceArray(size_t count) { CUDA_CHECK(cudaMalloc(&data, sizeof(float) * count)); }
    ~DeviceArray() { cudaFree(data); }
    DeviceArray(const DeviceArray&) = delete;  // two owners would free it twice
};

void matvec(int n, int m, float* y, const float* A, const float* x, const float* b) {
    size_t elements = static_cast<size_t>(n) * m;
    DeviceArray d_y(n), d_A(elements), d_x(m), d_b(n);
    CUDA_CHECK(cudaMemcpy(d_A.data, A, sizeof(float) * elements, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_x.data, x, sizeof(float) * m, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_b.data, b, sizeof(float) * n, cudaMemcpyHostToDevice));
    gather(n, m, d_y.data, d_A.data, d_x.data, d_b.data);
    CUDA_CHECK(cudaMemcpy(y, d_y.data, sizeof(float) * n, cudaMemcpyDeviceToHost));
}

// ---- Rung 3: scatter. Thread j adds x[j]'s products to every y[i]: all threads write all of y.

__global__ void start_kernel(int n, float* y, const float* b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = b[i];
}

__global__ void scatter_kernel(int n, int m, float* y, const float* A, const float* x) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < m) {
        float xj = x[j];
        for (int i = 0; i < n; i++) atomicAdd(&y[i], A[i * m + j] * xj);
    }
}

void scatter(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    int threads = 256;
    start_kernel<<<(n + threads - 1) / threads, threads>>>(n, d_y, d_b);
    CUDA_CHECK(cudaGetLastError());
    scatter_kernel<<<(m + threads - 1) / threads, threads>>>(n, m, d_y, d_A, d_x);
    CUDA_CHECK(cudaGetLastError());
}
