// NVCC: -std=c++17
// Static members of class templates: constexpr ones used bare in methods, a template of device
// variables behind them, a policy chosen by its type.
#include <cuda_runtime.h>

#include <cstdio>
#include <type_traits>

template <int rows, int columns>
struct Shape {
    static constexpr int size = rows * columns;
    static constexpr int strides[2] = {columns, 1};
    __host__ __device__ static constexpr int offset(int r, int c) { return r * columns + c; }
    __device__ int count() const { return size + rows; }
};

template <class T>
__device__ T counted = T(5);

template <class T>
struct Counter {
    static constexpr T first = T(5);
    __device__ static T* place() { return &counted<T>; }
    __device__ static void add(T by) { atomicAdd(place(), by); }
    __device__ T read() const { return *place() - first + first; }
};

struct Fast {
    static constexpr bool unrolled = true;
};
struct Slow {
    static constexpr bool unrolled = false;
};

template <class Policy>
struct Runner {
    static constexpr int step = Policy::unrolled ? 4 : 1;
    __device__ static int sum(const int* x, int n) {
        int s = 0;
        for (int i = 0; i < n; i += step)
            for (int k = 0; k < step; ++k) s += x[i + k];
        return s;
    }
};

__global__ void use(int* out) {
    __shared__ int x[Shape<4, 8>::size];
    x[threadIdx.x] = Shape<4, 8>::offset(threadIdx.x / 8, threadIdx.x % 8);
    __syncthreads();
    Counter<int>::add(1);
    Counter<float>::add(0.5f);
    if (threadIdx.x == 0) {
        out[0] = Runner<Fast>::sum(x, 32);
        out[1] = Runner<Slow>::sum(x, 32);
        out[2] = Shape<4, 8>{}.count();
    }
}
__global__ void read(int* out) {
    out[3] = *Counter<int>::place();
    out[4] = int(2 * Counter<float>{}.read());
    out[5] = *&counted<int>;
}

int main() {
    int *out, host[6];
    cudaMalloc(&out, sizeof host);
    use<<<1, 32>>>(out);
    read<<<1, 1>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    const bool ok = host[0] == 496 && host[1] == 496 && host[2] == 36 && host[3] == 37 &&
                    host[4] == 42 && host[5] == 37;
    std::printf(ok ? "OK\n" : "%d %d %d %d %d %d\n", host[0], host[1], host[2], host[3], host[4],
                host[5]);
    cudaFree(out);
}
