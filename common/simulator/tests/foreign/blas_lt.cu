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

// The layout of a matrix in columns.
static cublasLtMatrixLayout_t columns(cudaDataType type, uint64_t rows, uint64_t columns,
                                      int64_t leading) {
    cublasLtMatrixLayout_t made;
    CHECK(cublasLtMatrixLayoutCreate(&made, type, rows, columns, leading));
    return made;
}

static std::vector<float> on_host(const float* data, std::size_t n) {
    std::vector<float> values(n);
    cudaMemcpy(values.data(), data, n * sizeof(float), cudaMemcpyDeviceToHost);
    return values;
}

// alpha and beta in device memory, a C that is spread from one column, a C that is not read, and
// sums of halves that stay floats.
static void scalars_and_c(cublasLtHandle_t lt) {
    cublasLtMatmulDesc_t how;
    CHECK(cublasLtMatmulDescCreate(&how, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    const auto square = columns(CUDA_R_32F, 2, 2, 2), spread = columns(CUDA_R_32F, 2, 2, 0),
               halves = columns(CUDA_R_16F, 2, 2, 2), bfloats = columns(CUDA_R_16BF, 2, 2, 2);
    float* a = on_device(std::vector<float>{1, 2, 3, 4});
    float* d = on_device(std::vector<float>(4));
    float* c = on_device(std::vector<float>{10, 20});
    const float one = 1, none = 0, nan = NAN;
    float* scalars = on_device(std::vector<float>{2, 1, 0});
    const auto mode = CUBLASLT_POINTER_MODE_DEVICE;
    CHECK(
        cublasLtMatmulDescSetAttribute(how, CUBLASLT_MATMUL_DESC_POINTER_MODE, &mode, sizeof mode));
    CHECK(cublasLtMatmul(lt, how, scalars, a, square, a, square, scalars + 1, c, spread, d, square,
                         nullptr, nullptr, 0, nullptr));
    expect(on_host(d, 4) == std::vector<float>{24, 40, 40, 64}, "scalars of the device");
    for (int i = 0; i < 4; ++i) cudaMemcpy(d + i, &nan, sizeof nan, cudaMemcpyHostToDevice);
    CHECK(cublasLtMatmul(lt, how, scalars + 1, a, square, a, square, scalars + 2, d, nullptr, d,
                         square, nullptr, nullptr, 0, nullptr));
    expect(on_host(d, 4) == std::vector<float>{7, 10, 15, 22}, "beta is 0");

    const auto host = CUBLASLT_POINTER_MODE_HOST;
    CHECK(
        cublasLtMatmulDescSetAttribute(how, CUBLASLT_MATMUL_DESC_POINTER_MODE, &host, sizeof host));
    __half* h =
        on_device(std::vector<__half>{__half(300.f), __half(0.f), __half(0.f), __half(1.f)});
    CHECK(cublasLtMatmul(lt, how, &one, h, halves, h, halves, &none, d, square, d, square, nullptr,
                         nullptr, 0, nullptr));
    expect(on_host(d, 4) == std::vector<float>{90000, 0, 0, 1}, "halves, and sums of floats");
    // 1 + 2^-7, whose square is rounded to 1 + 2^-6, and 2.
    uint16_t* b = on_device(std::vector<uint16_t>{0x3f81, 0, 0, 0x4000});
    uint16_t* e = on_device(std::vector<uint16_t>(4));
    CHECK(cublasLtMatmul(lt, how, &one, b, bfloats, b, bfloats, &none, e, bfloats, e, bfloats,
                         nullptr, nullptr, 0, nullptr));
    std::vector<uint16_t> rounded(4);
    cudaMemcpy(rounded.data(), e, 8, cudaMemcpyDeviceToHost);
    expect(rounded == std::vector<uint16_t>{0x3f82, 0, 0, 0x4080}, "bfloats");
    for (const auto made : {square, spread, halves, bfloats}) cublasLtMatrixLayoutDestroy(made);
    cublasLtMatmulDescDestroy(how);
    for (void* p : {(void*)a, (void*)c, (void*)d, (void*)scalars, (void*)h, (void*)b, (void*)e})
        cudaFree(p);
}

// What the library takes for nonsense, and what it does not combine.
static void refusals(cublasLtHandle_t lt) {
    cublasLtMatmulDesc_t how, doubles;
    CHECK(cublasLtMatmulDescCreate(&how, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    CHECK(cublasLtMatmulDescCreate(&doubles, CUBLAS_COMPUTE_64F, CUDA_R_64F));
    const auto square = columns(CUDA_R_32F, 2, 2, 2), wide = columns(CUDA_R_32F, 3, 2, 3),
               apart = columns(CUDA_R_32F, 2, 2, 4), endless = columns(CUDA_R_32F, 2, -1, 2),
               half = columns(CUDA_R_16F, 2, 2, 2), rows = columns(CUDA_R_32F, 2, 2, 2);
    float *a = on_device(std::vector<float>(8)), *d = on_device(std::vector<float>(8));
    const float one = 1, none = 0;
    const auto status = [&](cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t b, const float* c,
                            cublasLtMatrixLayout_t lc, cublasLtMatrixLayout_t ld) {
        return cublasLtMatmul(lt, desc, &one, a, square, a, b, &none, c, lc, d, ld, nullptr,
                              nullptr, 0, nullptr);
    };
    const auto invalid = CUBLAS_STATUS_INVALID_VALUE, no = CUBLAS_STATUS_NOT_SUPPORTED;
    expect(status(how, wide, a, square, square) == invalid, "sizes");
    expect(status(how, endless, a, endless, endless) == invalid, "a size of -1");
    expect(status(how, square, d, apart, square) == invalid, "two layouts in place");
    expect(status(how, square, a, apart, square) == CUBLAS_STATUS_SUCCESS, "two layouts");
    expect(status(how, half, a, square, square) == no, "halves by floats");
    expect(status(how, square, a, half, half) == no, "floats to halves");
    expect(status(doubles, square, a, square, square) == no, "floats in doubles");
    const auto order = CUBLASLT_ORDER_ROW;
    const auto bias = CUBLASLT_EPILOGUE_BIAS;
    CHECK(
        cublasLtMatrixLayoutSetAttribute(rows, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order));
    expect(status(how, square, a, square, rows) == no, "C in columns and D in rows");
    CHECK(cublasLtMatmulDescSetAttribute(how, CUBLASLT_MATMUL_DESC_EPILOGUE, &bias, sizeof bias));
    expect(status(how, square, a, square, square) == invalid, "no bias");
    CHECK(cublasLtMatmulDescSetAttribute(how, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &a, sizeof a));
    expect(status(how, square, a, rows, rows) == no, "a bias in rows");
    expect(cublasLtMatmulDescSetAttribute(how, CUBLASLT_MATMUL_DESC_TRANSA, &order, 1) == invalid,
           "an attribute's size");
    for (const auto made : {square, wide, apart, endless, half, rows})
        cublasLtMatrixLayoutDestroy(made);
    for (const auto desc : {how, doubles}) cublasLtMatmulDescDestroy(desc);
    cudaFree(a);
    cudaFree(d);
}

static void handle_of_cublas() {
    cublasHandle_t blas;
    CHECK(cublasCreate(&blas));
    const auto square = columns(CUDA_R_32F, 2, 2, 2);
    cublasLtMatmulDesc_t how;
    CHECK(cublasLtMatmulDescCreate(&how, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    float *a = on_device(std::vector<float>{1, 2, 3, 4}), *d = on_device(std::vector<float>(4));
    const float one = 1, none = 0;
    CHECK(cublasLtMatmul((cublasLtHandle_t)blas, how, &one, a, square, a, square, &none, d, square,
                         d, square, nullptr, nullptr, 0, nullptr));
    expect(on_host(d, 4) == std::vector<float>{7, 10, 15, 22}, "a handle of cuBLAS");
    CHECK(cublasLtMatmulDescDestroy(how));
    CHECK(cublasLtMatrixLayoutDestroy(square));
    CHECK(cublasDestroy(blas));
    cudaFree(a);
    cudaFree(d);
}

int main() {
    cublasLtHandle_t lt;
    CHECK(cublasLtCreate(&lt));
    for (const cublasLtOrder_t order : {CUBLASLT_ORDER_COL, CUBLASLT_ORDER_ROW})
        for (const cublasLtEpilogue_t epilogue :
             {CUBLASLT_EPILOGUE_DEFAULT, CUBLASLT_EPILOGUE_RELU, CUBLASLT_EPILOGUE_GELU,
              CUBLASLT_EPILOGUE_BIAS, CUBLASLT_EPILOGUE_RELU_BIAS, CUBLASLT_EPILOGUE_GELU_BIAS}) {
            if (order == CUBLASLT_ORDER_ROW && (epilogue & CUBLASLT_EPILOGUE_BIAS)) continue;
            product<float>(lt, order, epilogue);
            product<double>(lt, order, epilogue);
            product<__half>(lt, order, epilogue);
        }
    scalars_and_c(lt);
    refusals(lt);
    handle_of_cublas();
    CHECK(cublasLtDestroy(lt));
    std::puts(failures ? "FAILED" : "OK");
    return failures != 0;
}
