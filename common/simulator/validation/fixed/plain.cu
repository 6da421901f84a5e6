// Loads and stores of each width: coalesced, shifted, strided, of one address, through indices.
#include "fixed.hpp"

template <class T>
__global__ void copy(int n, volatile T* out, const volatile T* in) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

// Vector types have no volatile copies. With one load and one store per thread, the compiler has
// nothing to move.
template <class T>
__global__ void copy_vectors(int n, T* out, const T* in) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

template <class T>
__global__ void shift(int n, volatile T* out, const volatile T* in) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i + 3] = in[i + 1];
}

__global__ void shift_vectors(int n, float4* out, const float4* in) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i + 1] = in[i + 1];
}

__global__ void reverse(int n, volatile float* out, const volatile float* in) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[n - 1 - i] = in[i];
}

__global__ void stride(int n, int step, volatile float* out, const volatile float* in) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i * step < n) out[i] = in[i * step];
}

__global__ void broadcast(int n, volatile float* out, const volatile float* in) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[blockIdx.x];
}

__global__ void gather(int n, volatile float* out, const volatile float* in,
                       const volatile int* place) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[place[i] % n];
}

__global__ void scatter(int n, volatile float* out, const volatile float* in,
                        const volatile int* place) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[place[i] * 17 % n] = in[i];
}

__global__ void rows(int n, int m, volatile float* y, const volatile float* A,
                     const volatile float* x) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
#pragma unroll 1
    for (int j = 0; j < m; ++j) sum += A[i * m + j] * x[j];
    y[i] = sum;
}

__global__ void columns(int n, int m, volatile float* y, const volatile float* A,
                        const volatile float* x) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
#pragma unroll 1
    for (int j = 0; j < m; ++j) sum += A[j * n + i] * x[j];
    y[i] = sum;
}

// Local by way of a pointer that the compiler knows nothing of.
__global__ void chosen_pointer(int n, volatile float* out, const volatile float* in, int which) {
    __shared__ volatile float other[threads];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    other[threadIdx.x] = 1;
    const volatile float* from = which == n ? other : in + blockIdx.x * blockDim.x;
    if (i < n) out[i] = from[threadIdx.x];
}

template <class T>
void copies(int n) {
    T* in = array<T>(n + 4, [](int i) { return static_cast<T>(i); });
    T* out = array<T>(n + 4, [](int) { return T{}; });
    copy<T><<<blocks(n), threads>>>(n, out, in);
    shift<T><<<blocks(n), threads>>>(n, out, in);
    finished();
    cudaFree(in);
    cudaFree(out);
}

int main() {
    for (const int n : sizes) {
        copies<unsigned char>(n);
        copies<short>(n);
        copies<float>(n);
        copies<double>(n);

        constexpr int m = 24;
        float* in = array<float>(m * n + 8, [](int i) { return static_cast<float>(i % 13); });
        float* out = array<float>(4 * n + 8, [](int) { return 0.0f; });
        float* x = array<float>(m, [](int i) { return static_cast<float>(i); });
        // 17 is prime to the sizes, so that the places below do not repeat: a permutation.
        int* scattered_place = array<int>(n, scattered);
        int* own_place = array<int>(n, [](int i) { return i; });
        copy_vectors<<<blocks(n / 2), threads>>>(n / 2, reinterpret_cast<float2*>(out),
                                                 reinterpret_cast<const float2*>(in));
        copy_vectors<<<blocks(n / 2), threads>>>(n / 2, reinterpret_cast<float4*>(out),
                                                 reinterpret_cast<const float4*>(in));
        shift_vectors<<<blocks(n), threads>>>(n, reinterpret_cast<float4*>(out),
                                              reinterpret_cast<const float4*>(in));
        reverse<<<blocks(n), threads>>>(n, out, in);
        for (int step : {2, 8, 33}) stride<<<blocks(n), threads>>>(n, step, out, in);
        broadcast<<<blocks(n), threads>>>(n, out, in);
        gather<<<blocks(n), threads>>>(n, out, in, scattered_place);
        scatter<<<blocks(n), threads>>>(n, out, in, own_place);
        rows<<<blocks(n), threads>>>(n, m, out, in, x);
        columns<<<blocks(n), threads>>>(n, m, out, in, x);
        chosen_pointer<<<blocks(n), threads>>>(n, out, in, 0);
        finished();
        for (void* memory :
             {(void*)in, (void*)out, (void*)x, (void*)scattered_place, (void*)own_place})
            cudaFree(memory);
    }
}
