// Products of cuBLAS beyond float and double: halves, complex numbers, symmetric and diagonal
// matrices, against plain loops of the host.
#include <cuComplex.h>
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

static int failures = 0;
static void expect(bool good, const char* what) {
    if (good) return;
    ++failures;
    std::printf("FAILED %s\n", what);
}

template <class T>
static T* managed(int n) {
    T* pointer;
    cudaMallocManaged(&pointer, n * sizeof(T));
    return pointer;
}

constexpr int m = 3, n = 2, k = 4;

static void of_halves(cublasHandle_t h) {
    __half *a = managed<__half>(m * k), *b = managed<__half>(k * n), *c = managed<__half>(m * n);
    for (int i = 0; i < m * k; ++i) a[i] = __float2half(float(i % 5));
    for (int i = 0; i < k * n; ++i) b[i] = __float2half(float(i - 3));
    for (int i = 0; i < m * n; ++i) c[i] = __float2half(1.0f);
    const __half two = __float2half(2.0f), one = __float2half(1.0f);
    expect(cublasHgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &two, a, m, b, k, &one, c, m) ==
               CUBLAS_STATUS_SUCCESS,
           "halves");
    cudaDeviceSynchronize();
    bool good = true;
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) {
            float sum = 1;
            for (int l = 0; l < k; ++l)
                sum += 2 * __half2float(a[i + l * m]) * __half2float(b[l + j * k]);
            good &= __half2float(c[i + j * m]) == sum;
        }
    expect(good, "a product of halves");
    for (__half* p : {a, b, c}) cudaFree(p);
}

// Products of bytes, summed as integers, or as floats.
static void of_bytes(cublasHandle_t h) {
    auto *a = managed<signed char>(8 * 4), *b = managed<signed char>(8 * 4);
    int* sums = managed<int>(4 * 4);
    float* floats = managed<float>(4 * 4);
    for (int i = 0; i < 32; ++i)
        a[i] = (signed char)(i * 7 - 100), b[i] = (signed char)(i * 5 - 80);
    for (int i = 0; i < 16; ++i) sums[i] = i;
    const int two = 2, one = 1;
    const float half = 0.5f, zero = 0;
    expect(cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, 4, 4, 8, &two, a, CUDA_R_8I, 8, b, CUDA_R_8I,
                        8, &one, sums, CUDA_R_32I, 4, CUBLAS_COMPUTE_32I,
                        CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS,
           "bytes");
    expect(cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, 4, 4, 8, &half, a, CUDA_R_8I, 8, b, CUDA_R_8I,
                        8, &zero, floats, CUDA_R_32F, 4, CUBLAS_COMPUTE_32F,
                        CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS,
           "bytes in floats");
    cudaDeviceSynchronize();
    bool good = true;
    for (int j = 0; j < 4; ++j)
        for (int i = 0; i < 4; ++i) {
            int sum = 0;
            for (int l = 0; l < 8; ++l) sum += a[l + i * 8] * b[l + j * 8];
            good &= sums[i + j * 4] == 2 * sum + i + j * 4 && floats[i + j * 4] == 0.5f * sum;
        }
    expect(good, "a product of bytes");
    for (void* p : {(void*)a, (void*)b, (void*)sums, (void*)floats}) cudaFree(p);
}

// Two products of halves at a time, with sums and scalars in halves or in floats. 2049 is no half.
static void in_batches(cublasHandle_t h) {
    __half* a = managed<__half>(2);
    float* c = managed<float>(2);
    __half *d = managed<__half>(2), *scalars = managed<__half>(2);
    a[0] = __float2half(1.0f), a[1] = __float2half(683.0f);
    scalars[0] = __float2half(3.0f), scalars[1] = __float2half(0.0f);
    const float three = 3, zero = 0;
    const auto ex = [&](const void* by, const void* keep, void* to, cudaDataType type,
                        cublasComputeType_t sums) {
        return cublasGemmStridedBatchedEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, by, a, CUDA_R_16F,
                                          1, 1, a, CUDA_R_16F, 1, 0, keep, to, type, 1, 1, 2, sums,
                                          CUBLAS_GEMM_DEFAULT);
    };
    expect(ex(&three, &zero, c, CUDA_R_32F, CUBLAS_COMPUTE_32F) == CUBLAS_STATUS_SUCCESS,
           "batches");
    expect(ex(&three, &zero, c, CUDA_R_32F, CUBLAS_COMPUTE_16F) == CUBLAS_STATUS_NOT_SUPPORTED,
           "sums in halves to floats");
    cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE);
    expect(ex(scalars, scalars + 1, d, CUDA_R_16F, CUBLAS_COMPUTE_16F) == CUBLAS_STATUS_SUCCESS,
           "sums in halves");
    cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST);
    cudaDeviceSynchronize();
    expect(c[0] == 3 && c[1] == 2049, "a batch of products in floats");
    expect(__half2float(d[0]) == 3 && __half2float(d[1]) == 2048, "a batch of products in halves");
    expect(cublasSgemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 1, 2, 1, &three, a, CUDA_R_16F, 1, a,
                         CUDA_R_16F, 1, &zero, c, CUDA_R_32F, 1) == CUBLAS_STATUS_SUCCESS,
           "halves in floats");
    cudaDeviceSynchronize();
    expect(c[0] == 3 && c[1] == 2049, "a product in floats");
    for (void* p : {(void*)a, (void*)c, (void*)d, (void*)scalars}) cudaFree(p);
}

// A is k by m, and its conjugate transpose multiplies.
static void of_complex(cublasHandle_t h) {
    using Complex = std::complex<float>;
    cuComplex *a = managed<cuComplex>(k * m), *b = managed<cuComplex>(k * n),
              *c = managed<cuComplex>(m * n);
    for (int i = 0; i < k * m; ++i) a[i] = make_cuComplex(float(i % 3), float(i - 4));
    for (int i = 0; i < k * n; ++i) b[i] = make_cuComplex(float(2 - i), float(i % 2));
    const cuComplex by = make_cuComplex(0, 1), zero = make_cuComplex(0, 0);
    cublasCgemm(h, CUBLAS_OP_C, CUBLAS_OP_N, m, n, k, &by, a, k, b, k, &zero, c, m);
    cudaDeviceSynchronize();
    bool good = true;
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) {
            Complex sum = 0;
            for (int l = 0; l < k; ++l)
                sum += std::conj(Complex(a[l + i * k].x, a[l + i * k].y)) *
                       Complex(b[l + j * k].x, b[l + j * k].y);
            sum *= Complex(0, 1);
            good &= std::abs(sum - Complex(c[i + j * m].x, c[i + j * m].y)) < 1e-4f;
        }
    expect(good, "a product of complex numbers");
    for (cuComplex* p : {a, b, c}) cudaFree(p);
}

// Only the upper triangle of the symmetric matrix is given; the part below must not be read.
static void of_symmetric_and_diagonal(cublasHandle_t h) {
    double *a = managed<double>(m * m), *b = managed<double>(m * n), *c = managed<double>(m * n);
    for (int j = 0; j < m; ++j)
        for (int i = 0; i < m; ++i) a[i + j * m] = i <= j ? 10 * i + j : 1000;
    for (int i = 0; i < m * n; ++i) b[i] = i + 1;
    const double one = 1, zero = 0;
    cublasDsymm(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, m, n, &one, a, m, b, m, &zero, c, m);
    cudaDeviceSynchronize();
    bool good = true;
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) {
            double sum = 0;
            for (int l = 0; l < m; ++l) sum += (i <= l ? 10 * i + l : 10 * l + i) * b[l + j * m];
            good &= c[i + j * m] == sum;
        }
    expect(good, "a symmetric matrix");
    cublasDdgmm(h, CUBLAS_SIDE_RIGHT, m, n, b, m, a, 1, c, m);
    cudaDeviceSynchronize();
    expect(c[0] == 0 && c[m] == b[m] * a[1], "a diagonal matrix");
    for (double* p : {a, b, c}) cudaFree(p);
}

int main() {
    cublasHandle_t h;
    cublasCreate(&h);
    of_halves(h);
    of_bytes(h);
    in_batches(h);
    of_complex(h);
    of_symmetric_and_diagonal(h);
    cublasDestroy(h);
    if (failures == 0) std::printf("OK\n");
    return failures;
}
