// Variables of the device as templates: coefficients and tables by element type, as filter and
// physics codes keep them.
#include <cstdio>

template <typename T>
__constant__ T coefficients[4];
template <class T, int N = 3>
__device__ T table[N] = {T(1), T(2), T(3)};
template <class T>
__device__ constexpr T pi = T(3.25);
template <class T>
__device__ T total;

template <typename T>
__global__ void evaluate(T* out) {
    out[0] = coefficients<T>[1] + table<T>[2] + table<T, 5>[1];
    out[1] = pi<T>;
    total<T> = out[0];
}

template <typename T>
bool is_right(T first) {
    const T given[4] = {first, first + 1, first + 2, first + 3};
    if (cudaMemcpyToSymbol(coefficients<T>, given, sizeof given) != cudaSuccess) return false;
    T *out, result[2], sum;
    cudaMalloc(&out, sizeof result);
    evaluate<<<1, 1>>>(out);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&sum, total<T>, sizeof sum);
    cudaFree(out);
    return result[0] == first + 6 && result[1] == T(3.25) && sum == result[0];
}

int main() {
    const bool right = is_right<float>(1) && is_right<double>(7) && is_right<int>(-2);
    std::puts(right ? "OK" : "FAILED");
    return right ? 0 : 1;
}
