// Lab 02: y = A x + b on the GPU: with one thread per row, and by a scatter, which is slower. The
// interface is in lab.hpp, the task in README.md. A is row-major: A[i * m + j].
#include "kit/error.hpp"
#include "lab.hpp"

// ---- Rung 1: gather. Thread i computes y[i] alone, so no two threads write the same element.

__global__ void gather_kernel(int n, int m, float* y, const float* A, const float* x,
                              const float* b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float yi = b[i];
        for (int j = 0; j < m; j++) yi += A[i * m + j] * x[j];
        y[i] = yi;
    }
}

void gather(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    gather_kernel<<<blocks, threads>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Rung 2: memory. The same product for arrays in host memory.

// Device memory for `count` floats. It is freed whenever the enclosing block is left, also when an
// error ends the function early.
struct DeviceArray {
    float* data = nullptr;

    explicit DeviceArray(size_t count) {
        CUDA_CHECK(cudaMalloc(&data, sizeof(float) * count));
    }
    ~DeviceArray() {
        cudaFree(data);
    }
    DeviceArray(const DeviceArray&) = delete;  // two owners would free it twice
};

// The caller's own array, which kernels use in place while this object lives.
class InPlace {
  public:
    InPlace(const float* host, int count) : host_(const_cast<float*>(host)) {
        CUDA_CHECK(cudaHostRegister(host_, sizeof(float) * count, cudaHostRegisterMapped));
        const cudaError_t error = cudaHostGetDevicePointer(&device_, host_, 0);
        if (error != cudaSuccess) cudaHostUnregister(host_);
        CUDA_CHECK(error);
    }
    ~InPlace() {
        cudaHostUnregister(host_);
    }
    InPlace(const InPlace&) = delete;

    float* device() const { return device_; }

  private:
    float* host_;
    float* device_ = nullptr;
};

// A is read once a row by neighbouring threads, far apart: it is copied. Each element of x, b and y
// crosses the bus once or comes from a cache.
void matvec(int n, int m, float* y, const float* A, const float* x, const float* b) {
    const size_t bytes = sizeof(float) * n * m;
    DeviceArray d_A(static_cast<size_t>(n) * m);
    CUDA_CHECK(cudaMemcpy(d_A.data, A, bytes, cudaMemcpyHostToDevice));
    InPlace p_x(x, m), p_b(b, n), p_y(y, n);
    gather(n, m, p_y.device(), d_A.data, p_x.device(), p_b.device());
    CUDA_CHECK(cudaDeviceSynchronize());
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
