// Lab 02: y = A x + b on the GPU: with one thread per row, and by a scatter, which is slower. The
// interface is in lab.hpp, the task in README.md. A is row-major: A[i * m + j].
#include "kit/error.hpp"
#include "lab.hpp"

// ---- Rung 1: gather. Thread i computes y[i] alone, so no two threads write the same element.

__global__ void gather_kernel(int n, int m, float* y, const float* A, const float* x,
                              const float* b) {
    // TODO: compute this thread's row i; where i < n, sum the row as in lab 01 (about 6 lines)
}

void gather(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    // TODO: launch gather_kernel with blocks of 256 threads, enough for n rows (about 4 lines)
}

// ---- Rung 2: memory. The same product for arrays in host memory.

// Device memory for `count` floats. It is freed whenever the enclosing block is left, also when an
// error ends the function early.
struct DeviceArray {
    float* data = nullptr;

    explicit DeviceArray(size_t count) {
        // TODO: allocate memory for count floats at data; check the call (about 1 line)
    }
    ~DeviceArray() {
        // TODO: free it; a destructor must not throw, so this one call stays unchecked (about 1 line)
    }
    DeviceArray(const DeviceArray&) = delete;  // two owners would free it twice
};

void matvec(int n, int m, float* y, const float* A, const float* x, const float* b) {
    // TODO: make four DeviceArrays, copy in, call gather, copy y back; check every call (about 7 lines)
}

// ---- Rung 3: scatter. Thread j adds x[j]'s products to every y[i]: all threads write all of y.

__global__ void start_kernel(int n, float* y, const float* b) {
    // TODO: set y[i] to b[i], one thread an element (about 2 lines)
}

__global__ void scatter_kernel(int n, int m, float* y, const float* A, const float* x) {
    // TODO: compute this thread's column j; where j < m, atomicAdd its products (about 5 lines)
}

void scatter(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    // TODO: launch start_kernel over n rows, then scatter_kernel over m columns (about 5 lines)
}
