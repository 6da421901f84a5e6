// A program linked with both: every call is made of cuBLAS's sgemv and of its replacement. Prints
// the differences; the exit status is 1 if there are any.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "kit/device_buffer.hpp"
#include "sgemv.hpp"

namespace {

struct Product {
    cublasOperation_t operation;
    int m, n, lda, incx, incy;
    float alpha, beta;
    bool on_device;
};

float number(unsigned& state) {
    state = state * 1664525u + 1013904223u;
    return static_cast<float>(state >> 8) / 8388608.0f - 1.0f;
}

std::vector<float> numbers(std::size_t count, unsigned seed) {
    std::vector<float> made(count);
    for (float& value : made) value = number(seed);
    return made;
}

using Sgemv = cublasStatus_t (*)(cublasHandle_t, cublasOperation_t, int, int, const float*,
                                 const float*, int, const float*, int, const float*, float*, int);

struct Result {
    cublasStatus_t status;
    std::vector<float> y;
};

std::size_t span_of(int count, int increment) {
    return count < 1 ? 1 : static_cast<std::size_t>(count - 1) * std::abs(increment) + 1;
}

Result result_of(Sgemv sgemv, cublasHandle_t handle, const Product& p) {
    const bool plain = p.operation == CUBLAS_OP_N;
    const auto A = numbers(static_cast<std::size_t>(std::max(1, p.lda)) * std::max(1, p.n), 1);
    const auto x = numbers(span_of(plain ? p.n : p.m, p.incx), 2);
    Result result{CUBLAS_STATUS_SUCCESS, numbers(span_of(plain ? p.m : p.n, p.incy), 3)};
    const std::vector<float> factors{p.alpha, p.beta};
    kit::DeviceBuffer<float> d_A(A.size()), d_x(x.size()), d_y(result.y.size()), d_factors(2);
    d_A.copy_from(A.data());
    d_x.copy_from(x.data());
    d_y.copy_from(result.y.data());
    d_factors.copy_from(factors.data());
    cublasSetPointerMode(handle,
                         p.on_device ? CUBLAS_POINTER_MODE_DEVICE : CUBLAS_POINTER_MODE_HOST);
    const float* at = p.on_device ? d_factors.data() : factors.data();
    result.status = sgemv(handle, p.operation, p.m, p.n, at, d_A.data(), p.lda, d_x.data(), p.incx,
                          at + 1, d_y.data(), p.incy);
    CUDA_CHECK(cudaDeviceSynchronize());
    d_y.copy_to(result.y.data());
    return result;
}

int compare(cublasHandle_t handle, const Product& p) {
    const Result ours = result_of(capstoneSgemv, handle, p);
    const Result theirs = result_of(cublasSgemv, handle, p);
    const int length = p.operation == CUBLAS_OP_N ? p.n : p.m;
    std::size_t different = 0;
    for (std::size_t i = 0; i < ours.y.size(); ++i)
        if (!(std::abs(ours.y[i] - theirs.y[i]) <= 1e-6f * static_cast<float>(length + 4)))
            ++different;
    if (ours.status == theirs.status && different == 0) return 0;
    std::printf(
        "%s, m %d, n %d, lda %d, incx %d, incy %d, alpha %g, beta %g%s: status %d and %d, "
        "%zu elements differ\n",
        p.operation == CUBLAS_OP_N ? "plain" : "transposed", p.m, p.n, p.lda, p.incx, p.incy,
        p.alpha, p.beta, p.on_device ? " on the device" : "", ours.status, theirs.status,
        different);
    return 1;
}

}  // namespace

int main() {
    cublasHandle_t handle;
    cudaStream_t stream;
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 2;
    CUDA_CHECK(cudaStreamCreate(&stream));
    cublasSetStream(handle, stream);
    int wrong = 0, compared = 0;
    const auto check = [&](const Product& product) {
        wrong += compare(handle, product);
        ++compared;
    };
    for (const auto operation : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C})
        for (const bool on_device : {false, true}) {
            for (const int m : {1, 7, 64, 129})
                for (const int n : {1, 12, 100, 257})
                    check({operation, m, n, m, 1, 1, 1.0f, 0.0f, on_device});
            check({operation, 40, 30, 44, 2, 3, -0.5f, 2.0f, on_device});
            check({operation, 41, 33, 43, -1, -2, 1.5f, 1.0f, on_device});
            check({operation, 8, 3000, 8, 1, 1, 2.0f, -1.0f, on_device});
            check({operation, 20, 20, 20, 1, 1, 0.0f, 0.5f, on_device});
        }
    // Calls that do nothing, and calls that are refused.
    check({CUBLAS_OP_N, 0, 5, 1, 1, 1, 1.0f, 2.0f, false});
    check({CUBLAS_OP_N, 5, 0, 5, 1, 1, 1.0f, 2.0f, false});
    check({CUBLAS_OP_N, -1, 5, 1, 1, 1, 1.0f, 0.0f, false});
    check({CUBLAS_OP_N, 5, 5, 4, 1, 1, 1.0f, 0.0f, false});
    check({CUBLAS_OP_N, 5, 5, 5, 0, 1, 1.0f, 0.0f, false});
    check({CUBLAS_OP_N, 5, 5, 5, 1, 0, 1.0f, 0.0f, false});
    cublasDestroy(handle);
    CUDA_CHECK(cudaStreamDestroy(stream));
    std::printf("%d products compared, %d differ\n", compared, wrong);
    return wrong == 0 && compared > 0 ? 0 : 1;
}
