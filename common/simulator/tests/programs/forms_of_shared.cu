// Shared memory in every way it is declared: static, dynamic, carved, of a struct, of a template,
// at namespace scope, captured by a lambda.
#include <cstdio>

extern __shared__ __align__(16) unsigned char carved[];
__shared__ int handed_over;

struct Complex {
    float re, im;
};
template <typename T, int Size>
struct Exchange {
    struct Storage {
        T slots[Size];
    };
    Storage& storage;
    __device__ explicit Exchange(Storage& s) : storage(s) {}
    __device__ T reversed(T mine) {
        storage.slots[threadIdx.x] = mine;
        __syncthreads();
        T other = storage.slots[blockDim.x - 1 - threadIdx.x];
        __syncthreads();
        return other;
    }
};

template <typename T>
__device__ T block_sum(T value) {
    __shared__ T partial[64];
    partial[threadIdx.x] = value;
    __syncthreads();
    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (threadIdx.x < stride) partial[threadIdx.x] += partial[threadIdx.x + stride];
        __syncthreads();
    }
    T sum = partial[0];
    __syncthreads();
    return sum;
}

__global__ void everything(int* out, int n) {
    static __shared__ Complex points[2][32], *first;
    volatile __shared__ int flag;
    __shared__ typename Exchange<int, 64>::Storage storage;
    int* integers = reinterpret_cast<int*>(carved);
    double* doubles = reinterpret_cast<double*>(integers + n);
    const int t = threadIdx.x;
    integers[t] = t;
    doubles[t] = 0.5 * t;
    points[t / 32][t % 32] = Complex{float(t), -float(t)};
    if (t == 0) {
        flag = 7;
        first = &points[0][0];
        handed_over = 11;
    }
    __syncthreads();
    auto sum_of = [=](int i) { return integers[i] + points[i / 32][i % 32].re; };
    int result = int(sum_of(n - 1 - t)) + int(2 * doubles[t]) + flag + int(first[1].re) + handed_over;
    result += Exchange<int, 64>(storage).reversed(t);
    result += block_sum<int>(1) + int(block_sum<double>(0.5));
    out[t] = result;
}

int main() {
    const int n = 64;
    int* d = nullptr;
    cudaMalloc(&d, n * sizeof(int));
    everything<<<1, n, n * (sizeof(int) + sizeof(double))>>>(d, n);
    int h[n];
    if (cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    for (int t = 0; t < n; ++t) {
        const int mirrored = n - 1 - t;
        if (h[t] != 2 * mirrored + t + 7 + 1 + 11 + mirrored + 64 + 32) {
            std::printf("wrong at %d: %d\n", t, h[t]);
            return 1;
        }
    }
    cudaFree(d);
    std::puts("OK");
}
