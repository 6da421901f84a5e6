// A kernel template that applies a functor, for two types.
#include <cuda_runtime.h>

#include <cstdio>

struct Twice {
    template <class T>
    __device__ T operator()(T value) const {
        return value + value;
    }
};

template <class T, class Function>
__global__ void apply(T* data, int n, Function function) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = function(data[i]);
}

template <class T>
T first_of_twice() {
    T host[40], *data;
    for (int i = 0; i < 40; ++i) host[i] = T(i + 1);
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    apply<<<2, 32>>>(data, 40, Twice{});
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(data);
    return host[0];
}

int main() {
    std::printf("%d %f\n", first_of_twice<int>(), first_of_twice<double>());
}
