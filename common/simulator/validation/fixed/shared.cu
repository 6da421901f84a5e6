// Shared memory with and without bank conflicts, in every width, and its atomics.
#include "fixed.hpp"

using u64 = unsigned long long;

constexpr int side = 32;

template <int pitch>
__global__ void transpose(int n, volatile float* out, const volatile float* in) {
    __shared__ volatile float tile[side][pitch];
    const int col = blockIdx.x * side + threadIdx.x;
    const int first = blockIdx.y * side;
#pragma unroll 1
    for (int r = threadIdx.y; r < side; r += blockDim.y)
        if (first + r < n && col < n) tile[r][threadIdx.x] = in[(first + r) * n + col];
    __syncthreads();
    const int row = blockIdx.y * side + threadIdx.x;
#pragma unroll 1
    for (int c = threadIdx.y; c < side; c += blockDim.y) {
        const int out_row = blockIdx.x * side + c;
        if (out_row < n && row < n) out[out_row * n + row] = tile[threadIdx.x][c];
    }
}

// Each thread writes one element and reads those of others, at a stride.
template <class T>
__global__ void strides(volatile T* out, int step) {
    __shared__ volatile T s[threads * 4];
#pragma unroll 1
    for (int i = threadIdx.x; i < threads * 4; i += threads) s[i] = T(i);
    __syncthreads();
    const T value = s[threadIdx.x * step % (threads * 4)];
    __syncthreads();
    s[(threadIdx.x * step + 1) % (threads * 4)] = value;
    __syncthreads();
    out[blockIdx.x * threads + threadIdx.x] = s[threadIdx.x / step];
}

template <class T>
__global__ void scattered_reads(volatile T* out, const volatile int* place) {
    __shared__ volatile T s[threads * 2];
    s[threadIdx.x] = T(1);
    s[threadIdx.x + threads] = T(2);
    __syncthreads();
    const int key = place[blockIdx.x * threads + threadIdx.x];
    T value = s[key % (threads * 2)];
    if (key % 3) value = value + s[key % 37];
    out[blockIdx.x * threads + threadIdx.x] = value;
}

__global__ void vectors(float4* out, const float4* in, const volatile int* place) {
    extern __shared__ float4 quads[];
    const int i = blockIdx.x * threads + threadIdx.x;
    quads[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = quads[place[i] % threads];
}

__global__ void pairs(float2* out, const float2* in, const volatile int* place) {
    extern __shared__ float2 couples[];
    const int i = blockIdx.x * threads + threadIdx.x;
    couples[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = couples[place[i] % threads];
}

__global__ void neighbours_agree(float4* out, const float4* in) {
    __shared__ float4 quads[threads];
    const int i = blockIdx.x * threads + threadIdx.x;
    quads[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = quads[threadIdx.x / 2 * 3 % threads];
}

// The tree whose strides grow: conflicts grow with them.
__global__ void interleaved_tree(volatile float* out, const volatile float* in) {
    __shared__ volatile float s[threads];
    s[threadIdx.x] = in[blockIdx.x * threads + threadIdx.x];
#pragma unroll 1
    for (int stride = 1; stride < threads; stride *= 2) {
        __syncthreads();
        const int i = 2 * stride * threadIdx.x;
        if (i < threads) s[i] = s[i] + s[i + stride];
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

__global__ void halving_tree(volatile float* out, const volatile float* in) {
    __shared__ volatile float s[threads];
    s[threadIdx.x] = in[blockIdx.x * threads + threadIdx.x];
#pragma unroll 1
    for (int stride = threads / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (threadIdx.x < stride) s[threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + stride];
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

__global__ void parted(volatile float* out, const volatile int* key) {
    __shared__ volatile float s[threads][3];
    const int k = key[blockIdx.x * threads + threadIdx.x];
    s[threadIdx.x][0] = 1;
    s[threadIdx.x][1] = 2;
    s[threadIdx.x][2] = 3;
    __syncthreads();
    float value = 0;
    if (k % 2)
        value = s[threads - 1 - threadIdx.x][k % 3];
    else if (k % 5)
        value = s[k % threads][0];
    out[blockIdx.x * threads + threadIdx.x] = value;
}

__global__ void count(int* out, const volatile int* key) {
    __shared__ int bins[40];
    if (threadIdx.x < 40) bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[key[blockIdx.x * threads + threadIdx.x] % 40], 1);
    __syncthreads();
    if (threadIdx.x < 40) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

// One warp: where several swap at once, who must try again is a matter of time.
template <class T>
__global__ void sums(T* out, const volatile int* key) {
    __shared__ T bins[40];
    bins[threadIdx.x] = T(0);
    __syncthreads();
    atomicAdd(&bins[key[blockIdx.x * 32 + threadIdx.x] % 32], T(1));
    __syncthreads();
    out[blockIdx.x * 32 + threadIdx.x] = bins[threadIdx.x];
}

template <class T>
void widths(int blocks, const int* key) {
    T* out = array<T>(blocks * threads, [](int) { return T(0); });
    for (int step : {1, 2, 4, 5}) strides<T><<<blocks, threads>>>(out, step);
    scattered_reads<T><<<blocks, threads>>>(out, key);
    finished();
    cudaFree(out);
}

int main() {
    for (const int blocks : {1, 7, 40}) {
        const int count_of_all = blocks * threads;
        int* key = array<int>(count_of_all, scattered);
        widths<unsigned char>(blocks, key);
        widths<short>(blocks, key);
        widths<float>(blocks, key);
        widths<double>(blocks, key);

        float* in = array<float>(4 * count_of_all, [](int i) { return static_cast<float>(i); });
        float* out = array<float>(4 * count_of_all, [](int) { return 0.0f; });
        int* bins = array<int>(40, [](int) { return 0; });
        const auto in4 = reinterpret_cast<const float4*>(in);
        const auto out4 = reinterpret_cast<float4*>(out);
        vectors<<<blocks, threads, threads * sizeof(float4)>>>(out4, in4, key);
        pairs<<<blocks, threads, threads * sizeof(float2)>>>(
            reinterpret_cast<float2*>(out), reinterpret_cast<const float2*>(in), key);
        neighbours_agree<<<blocks, threads>>>(out4, in4);
        interleaved_tree<<<blocks, threads>>>(out, in);
        halving_tree<<<blocks, threads>>>(out, in);
        parted<<<blocks, threads>>>(out, key);
        count<<<blocks, threads>>>(bins, key);
        sums<float><<<blocks, 32>>>(out, key);
        sums<double><<<blocks, 32>>>(reinterpret_cast<double*>(out), key);
        sums<u64><<<blocks, 32>>>(reinterpret_cast<u64*>(out), key);
        finished();
        for (void* memory : {(void*)key, (void*)in, (void*)out, (void*)bins}) cudaFree(memory);
    }
    for (const int n : {32, 50, 96}) {
        float* in = array<float>(n * n, [](int i) { return static_cast<float>(i); });
        float* out = array<float>(n * n, [](int) { return 0.0f; });
        const dim3 grid((n + side - 1) / side, (n + side - 1) / side), block(side, 8);
        transpose<side><<<grid, block>>>(n, out, in);
        transpose<side + 1><<<grid, block>>>(n, out, in);
        finished();
        cudaFree(in);
        cudaFree(out);
    }
}
