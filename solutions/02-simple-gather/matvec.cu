// Lab 02: y = A x + b on the GPU: with one thread per row, and by a scatter, which is slower. The
// interface is in lab.hpp, the task in README.md. A is row-major: A[i * m + j].
#include "kit/error.hpp"
#include "lab.hpp"

// ---- Rung 1: gather. Thread i computes y[i] alone, so no two threads write the same element.

__global__ void gather_kernel(int n, int m, float* y, const float* A, const float* x,
                              const float* b) {
    // BEGIN SOLUTION: compute this thread's row i; where i < n, sum the row as in lab 01
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float yi = b[i];
        for (int j = 0; j < m; j++) yi += A[i * m + j] * x[j];
        y[i] = yi;
    }
    // END SOLUTION
}

void gather(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    // BEGIN SOLUTION: launch gather_kernel with blocks of 256 threads, enough for n rows
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    gather_kernel<<<blocks, threads>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
    // END SOLUTION
}

// ---- Rung 2: memory. The same product for arrays in host memory.

// Device memory for `count` floats. It is freed whenever the enclosing block is left, also when an
// error ends the function early.
struct DeviceArray {
    float* data = nullptr;

    explicit DeviceArray(size_t count) {
        // BEGIN SOLUTION: allocate memory for count floats at data; check the call
        CUDA_CHECK(cudaMalloc(&data, sizeof(float) * count));
        // END SOLUTION
    }
    ~DeviceArray() {
        // BEGIN SOLUTION: free it; a destructor must not throw, so this one call stays unchecked
        cudaFree(data);
        // END SOLUTION
    }
    DeviceArray(const DeviceArray&) = delete;  // two owners would free it twice
};

void matvec(int n, int m, float* y, const float* A, const float* x, const float* b) {
    // BEGIN SOLUTION: make four DeviceArrays, copy in, call gather, copy y back; check every call
    size_t elements = static_cast<size_t>(n) * m;
    DeviceArray d_y(n), d_A(elements), d_x(m), d_b(n);
    CUDA_CHECK(cudaMemcpy(d_A.data, A, sizeof(float) * elements, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_x.data, x, sizeof(float) * m, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_b.data, b, sizeof(float) * n, cudaMemcpyHostToDevice));
    gather(n, m, d_y.data, d_A.data, d_x.data, d_b.data);
    CUDA_CHECK(cudaMemcpy(y, d_y.data, sizeof(float) * n, cudaMemcpyDeviceToHost));
    // END SOLUTION
}

// ---- Rung 3: scatter. Thread j adds x[j]'s products to every y[i]: all threads write all of y.

__global__ void start_kernel(int n, float* y, const float* b) {
    // BEGIN SOLUTION: set y[i] to b[i], one thread an element
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = b[i];
    // END SOLUTION
}

__global__ void scatter_kernel(int n, int m, float* y, const float* A, const float* x) {
    // BEGIN SOLUTION: compute this thread's column j; where j < m, atomicAdd its products
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < m) {
        float xj = x[j];
        for (int i = 0; i < n; i++) atomicAdd(&y[i], A[i * m + j] * xj);
    }
    // END SOLUTION
}

void scatter(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    // BEGIN SOLUTION: launch start_kernel over n rows, then scatter_kernel over m columns
    int threads = 256;
    start_kernel<<<(n + threads - 1) / threads, threads>>>(n, d_y, d_b);
    CUDA_CHECK(cudaGetLastError());
    scatter_kernel<<<(m + threads - 1) / threads, threads>>>(n, m, d_y, d_A, d_x);
    CUDA_CHECK(cudaGetLastError());
    // END SOLUTION
}
