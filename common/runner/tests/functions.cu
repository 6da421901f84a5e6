// Functions as a student might write them, right and wrong, for the tests of perform().
#include <cuda_runtime.h>

#include <stdexcept>

#include "functions.hpp"

__global__ void twice_kernel(int n, float* y, const float* x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = 2 * x[i];
}

__global__ void add_kernel(int n, float* y, const float* x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += x[i];
}

void twice(int n, float* d_y, const float* d_x) {
    twice_kernel<<<n / 32 + 1, 32>>>(n, d_y, d_x);
}

void add_to_unwritten(int n, float* d_y, const float* d_x) {
    add_kernel<<<n / 32 + 1, 32>>>(n, d_y, d_x);
}

void write_past_the_end(int n, float* d_y, const float* d_x) {
    twice_kernel<<<n / 32 + 1, 32>>>(n + 1, d_y, d_x);
}

void copy(int n, float* d_y, const float* d_x) {
    cudaMemcpy(d_y, d_x, n * sizeof(float), cudaMemcpyDeviceToDevice);
}

void detour(int n, float* d_y, const float* d_x) {
    float* x = new float[n];
    float* d_half;
    cudaMalloc(&d_half, n * sizeof(float));
    cudaMemcpy(x, d_x, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(d_half, x, n * sizeof(float), cudaMemcpyHostToDevice);
    twice(n, d_y, d_half);
    cudaFree(d_half);
    delete[] x;
}

// The host copies into pinned memory, from which the kernel reads.
void twice_from_pinned(int n, float* d_y, const float*) {
    float* x;
    cudaMallocHost(&x, n * sizeof(float));
    for (int i = 0; i < n; i++) x[i] = i;
    twice(n, d_y, x);
    cudaDeviceSynchronize();
    cudaFreeHost(x);
}

// The same for memory that is the host's own, and already has its values.
void twice_from_registered(int n, float* d_y, const float*) {
    float* x = new float[n];
    for (int i = 0; i < n; i++) x[i] = i;
    cudaHostRegister(x, n * sizeof(float), cudaHostRegisterDefault);
    twice(n, d_y, x);
    cudaDeviceSynchronize();
    cudaHostUnregister(x);
    delete[] x;
}

__constant__ float factor;

struct Early {
    float* memory = nullptr;
    Early() { cudaMalloc(&memory, early_bytes); }
};
static Early early;

__global__ void times_kernel(int n, float* y, const float* x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = factor * x[i];
}

// The host copies a constant to the device.
void twice_by_a_constant(int n, float* d_y, const float* d_x) {
    float two = 2;
    cudaMemcpyToSymbol(factor, &two, sizeof two);
    times_kernel<<<1, n>>>(n, d_y, d_x);
}

// The same for each element.
void twice_by_many_constants(int n, float* d_y, const float* d_x) {
    for (int i = 0; i < n; i++) twice_by_a_constant(n, d_y, d_x);
}

__global__ void twice_if_kernel(int n, float* y, const float* x, const int* go_on) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && *go_on) y[i] = 2 * x[i];
}

// One number that the host stores is a flag.
void twice_by_a_flag(int n, float* d_y, const float* d_x) {
    int* go_on;
    cudaMallocManaged(&go_on, sizeof(int));
    *go_on = 1;
    twice_if_kernel<<<n / 32 + 1, 32>>>(n, d_y, d_x, go_on);
    cudaDeviceSynchronize();
    cudaFree(go_on);
}

void change_input(int n, float* d_y, const float* d_x) {
    twice_kernel<<<n / 32 + 1, 32>>>(n, d_y, d_x);
    twice_kernel<<<1, 1>>>(1, const_cast<float*>(d_x), d_y);
}

void launch_too_large(int n, float* d_y, const float* d_x) {
    twice_kernel<<<1, 4096>>>(n, d_y, d_x);
}

void twice_in_a_stream(int n, float* d_y, const float* d_x) {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    twice_kernel<<<n / 32 + 1, 32, 0, stream>>>(n, d_y, d_x);
}

void twice_in_a_kept_stream(int n, float* d_y, const float* d_x) {
    static cudaStream_t stream = nullptr;
    if (!stream) cudaStreamCreate(&stream);
    twice_kernel<<<n / 32 + 1, 32, 0, stream>>>(n, d_y, d_x);
}

int twice_on_host(int n, float* y, const float* x) {
    float *d_y, *d_x;
    if (cudaMalloc(&d_y, n * sizeof(float)) != cudaSuccess) throw std::runtime_error("no memory");
    if (cudaMalloc(&d_x, n * sizeof(float)) != cudaSuccess) throw std::runtime_error("no memory");
    cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
    twice(n, d_y, d_x);
    cudaMemcpy(y, d_y, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    return 42;  // d_y is never freed
}

int twice_and_reset(int n, float* y, const float* x) {
    int result = twice_on_host(n, y, x);
    cudaDeviceReset();
    return result;
}

void twice_in_place(int n, float*, const float* x) {
    for (int i = 0; i < n; i++) const_cast<float*>(x)[i] *= 2;
}

int checks_all_but_a_copy(int n, float* y, const float* x) {
    float* d_x;
    if (cudaMalloc(&d_x, n * sizeof(float)) != cudaSuccess) throw std::runtime_error("no memory");
    cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
    twice(n, d_x, d_x);
    const bool launched = cudaGetLastError() == cudaSuccess;
    cudaMemcpy(y, d_x, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    if (!launched) throw std::runtime_error("no launch");
    return 0;
}

void twice_in_a_loop(int n, float* y, const float* x) {
    for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
}

__global__ void saxpy_kernel(int n, float a, float* y, const float* x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += a * x[i];
}

void saxpy(int n, float a, float* d_y, const float* d_x) {
    saxpy_kernel<<<n / 32 + 1, 32>>>(n, a, d_y, d_x);
}

int dot_on_host(int n, const float* x, const float* y) {
    float sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * y[i];
    return static_cast<int>(sum);
}

__global__ void fill_bytes_kernel(int n, std::uint8_t* bytes) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) bytes[i] = i;
}

void fill_bytes(int n, std::uint8_t* d_bytes, float*) {
    fill_bytes_kernel<<<n / 32 + 1, 32>>>(n, d_bytes);
}
