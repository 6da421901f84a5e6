// As a C++ programmer writes it: concepts of C++20, lambdas on the device, kernels as values,
// folds, structured bindings, generic host code around launches.
// NVCC: --extended-lambda
#include <array>
#include <cstdio>
#include <tuple>
#include <vector>

template <class F>
__global__ void for_each_index(unsigned n, F f) {
    for (auto i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) f(i);
}
template <class T>
    requires(sizeof(T) <= 8)
__global__ void scale(T* data, unsigned n, T factor = T{2}) {
    if (auto i = threadIdx.x; i < n) data[i] *= factor;
}
template <auto Value, class... Ts>
__global__ void store_sum(long* out, Ts... values) {
    *out = (Value + ... + static_cast<long>(values));
}
__global__ void plus_one(auto* value) { *value += 1; }

template <class Kernel, class... Arguments>
cudaError_t launch(Kernel* kernel, std::tuple<dim3, dim3> shape, Arguments... arguments) {
    const auto& [grid, block] = shape;
    kernel<<<grid, block>>>(arguments...);
    return cudaGetLastError();
}

int main() {
    constexpr unsigned n = 50;
    int* data;
    long* sum;
    cudaMalloc(&data, n * sizeof(int));
    cudaMalloc(&sum, sizeof(long));
    for_each_index<<<2, 16>>>(n, [=] __device__(unsigned i) { data[i] = int(i * i); });
    scale<<<1, 64>>>(data, n);
    if (launch(scale<int>, {1, 64}, data, n, 3) != cudaSuccess) return 2;
    const std::array kernels{&store_sum<1L, int, short>, &store_sum<5L, int, short>};
    for (auto* kernel : kernels) kernel<<<1, 1>>>(sum, 10, short{4});
    plus_one<<<1, 1>>>(sum);
    std::vector<int> h(n);
    long total = 0;
    cudaMemcpy(h.data(), data, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost);
    bool right = total == 20;
    for (unsigned i = 0; i < n; ++i) right = right && h[i] == int(6 * i * i);
    std::puts(right ? "OK" : "wrong");
    cudaFree(data);
    cudaFree(sum);
    return !right;
}
