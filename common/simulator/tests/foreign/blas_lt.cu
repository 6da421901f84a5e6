// cublasLtMatmul as programs call it: of floats, doubles and halves, transposed, in rows, in
// batches, with a bias and what is behind it. Each result is held against the sum that defines it.
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <vector>

static int failures = 0;
static void expect(bool good, const char* what) {
    if (good) return;
    ++failures;
    std::printf("FAILED %s\n", what);
}
#define CHECK(call) expect((call) == CUBLAS_STATUS_SUCCESS, #call)

template <class T>
static T* on_device(const std::vector<T>& values) {
    T* pointer;
    cudaMalloc(&pointer, values.size() * sizeof(T));
    cudaMemcpy(pointer, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
    return pointer;
}

template <class T>
static cudaDataType type_of() {
    return sizeof(T) == 8 ? CUDA_R_64F : sizeof(T) == 4 ? CUDA_R_32F : CUDA_R_16F;
}

static const int m = 5, n = 3, k = 4, batch = 2;

// D = 2 A^T B - C + bias, each of a batch; A is stored as k by m.
template <class T>
static void product(cublasLtHandle_t lt, cublasLtOrder_t order, cublasLtEpilogue_t epilogue) {
    using Scale = std::conditional_t<sizeof(T) == 8, double, float>;
    const cublasComputeType_t compute = sizeof(T) == 8 ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F;
    std::vector<T> a(batch * k * m), b(batch * k * n), c(batch * m * n), bias(m);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = T(float(int(i * 7 % 5) - 2));
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = T(float(int(i * 5 % 7) - 3));
    for (std::size_t i = 0; i < c.size(); ++i) c[i] = T(float(int(i % 4)));
    for (int i = 0; i < m; ++i) bias[i] = T(float(i) * 0.5f);
    T *da = on_device(a), *db = on_device(b), *dc = on_device(c), *dbias = on_device(bias), *dd;
    cudaMalloc(&dd, c.size() * sizeof(T));

    cublasLtMatmulDesc_t how;
    CHECK(cublasLtMatmulDescCreate(&how, compute, type_of<Scale>()));
    const cublasOperation_t transposed = CUBLAS_OP_T;
    CHECK(cublasLtMatmulDescSetAttribute(how, CUBLASLT_MATMUL_DESC_TRANSA, &transposed,
                                         sizeof transposed));
    CHECK(cublasLtMatmulDescSetAttribute(how, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue,
                                         sizeof epilogue));
    CHECK(cublasLtMatmulDescSetAttribute(how, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &dbias,
                                         sizeof dbias));
    const auto layout = [&](int rows, int columns) {
        const bool down = order == CUBLASLT_ORDER_COL;
        cublasLtMatrixLayout_t made;
        CHECK(
            cublasLtMatrixLayoutCreate(&made, type_of<T>(), rows, columns, down ? rows : columns));
        const int32_t count = batch;
        const int64_t apart = rows * columns;
        CHECK(cublasLtMatrixLayoutSetAttribute(made, CUBLASLT_MATRIX_LAYOUT_ORDER, &order,
                                               sizeof order));
        CHECK(cublasLtMatrixLayoutSetAttribute(made, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count,
                                               sizeof count));
        CHECK(cublasLtMatrixLayoutSetAttribute(made, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
                                               &apart, sizeof apart));
        return made;
    };
    const auto la = layout(k, m), lb = layout(k, n), lc = layout(m, n);
    cublasLtMatmulPreference_t preference;
    CHECK(cublasLtMatmulPreferenceCreate(&preference));
    const std::size_t most = 1 << 20;
    CHECK(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                               &most, sizeof most));
    cublasLtMatmulHeuristicResult_t found;
    int count = 0;
    CHECK(cublasLtMatmulAlgoGetHeuristic(lt, how, la, lb, lc, lc, preference, 1, &found, &count));
    expect(count == 1 && found.workspaceSize <= most, "an algorithm");
    const Scale alpha = 2, beta = -1;
    CHECK(cublasLtMatmul(lt, how, &alpha, da, la, db, lb, &beta, dc, lc, dd, lc, &found.algo,
                         nullptr, 0, nullptr));
    std::vector<T> d(c.size());
    cudaMemcpy(d.data(), dd, d.size() * sizeof(T), cudaMemcpyDeviceToHost);

    const auto at = [&](int rows, int columns, int g, int i, int j) {
        return g * rows * columns + (order == CUBLASLT_ORDER_COL ? i + j * rows : i * columns + j);
    };
    for (int g = 0; g < batch; ++g)
        for (int i = 0; i < m; ++i)
            for (int j = 0; j < n; ++j) {
                double sum = -double(c[at(m, n, g, i, j)]);
                for (int l = 0; l < k; ++l)
                    sum += 2 * double(a[at(k, m, g, l, i)]) * double(b[at(k, n, g, l, j)]);
                if (epilogue & CUBLASLT_EPILOGUE_BIAS) sum += double(bias[i]);
                if (epilogue & CUBLASLT_EPILOGUE_RELU) sum = std::fmax(sum, 0.0);
                double tolerance = 0;
                if (epilogue & CUBLASLT_EPILOGUE_GELU) {
                    sum *= 0.5 * (1 + std::erf(sum / std::sqrt(2.0)));
                    tolerance = 0.03;  // by the hyperbolic tangent, and halves
                }
                expect(std::fabs(double(d[at(m, n, g, i, j)]) - sum) <= tolerance, "an element");
            }
    CHECK(cublasLtMatmulPreferenceDestroy(preference));
    for (const auto made : {la, lb, lc}) CHECK(cublasLtMatrixLayoutDestroy(made));
    CHECK(cublasLtMatmulDescDestroy(how));
    for (T* pointer : {da, db, dc, dbias, dd}) cudaFree(pointer);
}

int main() {
    cublasLtHandle_t lt;
    CHECK(cublasLtCreate(&lt));
    for (const cublasLtOrder_t order : {CUBLASLT_ORDER_COL, CUBLASLT_ORDER_ROW})
        for (const cublasLtEpilogue_t epilogue :
             {CUBLASLT_EPILOGUE_DEFAULT, CUBLASLT_EPILOGUE_RELU, CUBLASLT_EPILOGUE_BIAS,
              CUBLASLT_EPILOGUE_RELU_BIAS, CUBLASLT_EPILOGUE_GELU_BIAS}) {
            product<float>(lt, order, epilogue);
            product<double>(lt, order, epilogue);
            product<__half>(lt, order, epilogue);
        }
    // Sizes that do not fit, and a handle of cuBLAS.
    cublasLtMatmulDesc_t how;
    cublasLtMatrixLayout_t square, wide;
    CHECK(cublasLtMatmulDescCreate(&how, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    CHECK(cublasLtMatrixLayoutCreate(&square, CUDA_R_32F, 2, 2, 2));
    CHECK(cublasLtMatrixLayoutCreate(&wide, CUDA_R_32F, 3, 2, 3));
    float* data = on_device(std::vector<float>{1, 2, 3, 4});
    const float one = 1, none = 0;
    expect(cublasLtMatmul(lt, how, &one, data, square, data, wide, &none, data, square, data,
                          square, nullptr, nullptr, 0, nullptr) == CUBLAS_STATUS_INVALID_VALUE,
           "sizes");
    cublasHandle_t blas;
    CHECK(cublasCreate(&blas));
    CHECK(cublasLtMatmul((cublasLtHandle_t)blas, how, &one, data, square, data, square, &none, data,
                         square, data, square, nullptr, nullptr, 0, nullptr));
    std::vector<float> squared(4);
    cudaMemcpy(squared.data(), data, 16, cudaMemcpyDeviceToHost);
    expect(squared == std::vector<float>{7, 10, 15, 22}, "a handle of cuBLAS");
    cublasDestroy(blas);
    CHECK(cublasLtMatrixLayoutDestroy(square));
    CHECK(cublasLtMatrixLayoutDestroy(wide));
    CHECK(cublasLtMatmulDescDestroy(how));
    cudaFree(data);
    CHECK(cublasLtDestroy(lt));
    std::puts(failures ? "FAILED" : "OK");
    return failures != 0;
}
