// cuda::std::expected in kernels and on the host: values, errors, and what is computed of either.
#include <cstdio>
#include <cuda/std/expected>

enum class Error { odd, large };
using Half = cuda::std::expected<int, Error>;

__host__ __device__ Half half(int x) {
    if (x % 2) return cuda::std::unexpected(Error::odd);
    if (x > 40) return cuda::std::unexpected<Error>(Error::large);
    return x / 2;
}

__host__ __device__ cuda::std::expected<void, int> check(int x) {
    if (x < 0) return cuda::std::unexpected(x);
    return {};
}

__global__ void compute(int* out) {
    const int i = threadIdx.x;
    const auto quarter = half(i).and_then(half);
    out[i] = quarter ? *quarter : quarter.error() == Error::odd ? -1 : -2;
    out[32 + i] = half(i).transform([](int x) { return 10 * x; }).value_or(7);
    out[64 + i] = check(i - 16).has_value();
}

static bool kernels_are_right() {
    int* out;
    cudaMallocManaged(&out, 96 * sizeof *out);
    compute<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    bool right = true;
    for (int i = 0; i < 32; ++i) {
        right = right && out[i] == (i % 4 ? -1 : i / 4);
        right = right && out[32 + i] == (i % 2 ? 7 : 5 * i);
        right = right && out[64 + i] == (i >= 16);
    }
    cudaFree(out);
    return right;
}

static bool host_is_right() {
    bool right = half(44) == cuda::std::unexpected(Error::large) && half(4) == Half(2);
    right = right && half(3).transform_error([](Error) { return 5; }).error() == 5;
    right = right && half(3).or_else([](Error) { return Half(9); }).value() == 9;
    try {
        half(3).value();
        return false;
    } catch (const cuda::std::bad_expected_access<Error>& refused) {
        return right && refused.error() == Error::odd;
    }
}

int main() {
    const bool right = kernels_are_right() && host_is_right();
    std::puts(right ? "OK" : "FAILED");
    return right ? 0 : 1;
}
