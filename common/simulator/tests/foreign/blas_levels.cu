// Levels 1 to 3 of cuBLAS against plain loops on the host: transposed, padded and strided forms,
// batches, triangular systems, scalars on either side, and the statuses of bad arguments.
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                        \
    do {                                                                                   \
        const cublasStatus_t status = (call);                                              \
        if (status != CUBLAS_STATUS_SUCCESS) {                                             \
            std::printf("%s:%d: %s\n", __FILE__, __LINE__, cublasGetStatusString(status)); \
            std::exit(1);                                                                  \
        }                                                                                  \
    } while (0)

static int failures = 0;
static void expect(bool good, const char* what) {
    if (good) return;
    ++failures;
    std::printf("FAILED %s\n", what);
}

using Host = std::vector<double>;

static Host numbers(int n, int seed) {
    Host x(n);
    for (int i = 0; i < n; ++i) x[i] = ((i * 37 + seed * 101) % 23 - 11) / 4.0;
    return x;
}

struct Device {
    double* data;
    int n;
    explicit Device(const Host& x) : n(int(x.size())) {
        cudaMalloc(&data, n * sizeof(double));
        CHECK(cublasSetVector(n, sizeof(double), x.data(), 1, data, 1));
    }
    ~Device() { cudaFree(data); }
    Host get() const {
        Host x(n);
        CHECK(cublasGetVector(n, sizeof(double), data, 1, x.data(), 1));
        return x;
    }
};

static bool close(const Host& a, const Host& b) {
    for (size_t i = 0; i < a.size(); ++i)
        if (!(std::fabs(a[i] - b[i]) <= 1e-9 * (1 + std::fabs(b[i])))) return false;
    return a.size() == b.size();
}

static void vectors(cublasHandle_t h) {
    const int n = 50;
    Host x = numbers(2 * n, 1), y = numbers(n, 2);
    Device dx(x), dy(y);
    const double alpha = 1.5;
    CHECK(cublasDaxpy(h, n, &alpha, dx.data, 2, dy.data, -1));
    for (int i = 0; i < n; ++i) y[n - 1 - i] += alpha * x[2 * i];
    expect(close(dy.get(), y), "axpy with strides");
    double dot = 0, sum = 0, length = 0, other_dot = 0, other_sum = 0, squares = 0;
    CHECK(cublasDdot(h, n, dx.data, 1, dy.data, 1, &dot));
    CHECK(cublasDasum(h, n, dy.data, 1, &sum));
    CHECK(cublasDnrm2(h, n, dy.data, 1, &length));
    int largest = 0, smallest = 0, at_largest = 0, at_smallest = 0;
    CHECK(cublasIdamax(h, n, dy.data, 1, &largest));
    CHECK(cublasIdamin(h, n, dy.data, 1, &smallest));
    for (int i = 0; i < n; ++i) {
        other_dot += x[i] * y[i];
        other_sum += std::fabs(y[i]);
        squares += y[i] * y[i];
        if (std::fabs(y[i]) > std::fabs(y[at_largest])) at_largest = i;
        if (std::fabs(y[i]) < std::fabs(y[at_smallest])) at_smallest = i;
    }
    expect(close({dot, sum, length}, {other_dot, other_sum, std::sqrt(squares)}), "dot asum nrm2");
    expect(largest == at_largest + 1 && smallest == at_smallest + 1, "iamax iamin");
    CHECK(cublasDscal(h, n, &alpha, dx.data, 1));
    CHECK(cublasDswap(h, n, dx.data, 1, dy.data, 1));
    const double c = 0.6, s = 0.8;
    CHECK(cublasDrot(h, n, dx.data, 1, dy.data, 1, &c, &s));
    Host turned_x = x, turned_y = y;
    for (int i = 0; i < n; ++i) {
        const double a = y[i], b = alpha * x[i];
        turned_x[i] = c * a + s * b;
        turned_y[i] = c * b - s * a;
    }
    expect(close(dx.get(), turned_x) && close(dy.get(), turned_y), "scal swap rot");
    CHECK(cublasDcopy(h, n, dx.data, 1, dy.data, 1));
    turned_x.resize(n);
    expect(close(dy.get(), turned_x), "copy");
}

static void matrix_and_vectors(cublasHandle_t h) {
    const int m = 9, n = 6, lda = 11;
    Host a = numbers(lda * n, 3), x = numbers(m, 4), y = numbers(n, 5);
    Device da(a), dx(x), dy(y);
    const double alpha = 2, beta = -1;
    CHECK(cublasDgemv(h, CUBLAS_OP_T, m, n, &alpha, da.data, lda, dx.data, 1, &beta, dy.data, 1));
    for (int j = 0; j < n; ++j) {
        double sum = 0;
        for (int i = 0; i < m; ++i) sum += a[i + j * lda] * x[i];
        y[j] = alpha * sum + beta * y[j];
    }
    expect(close(dy.get(), y), "gemv");
    CHECK(cublasDger(h, m, n, &alpha, dx.data, 1, dy.data, 1, da.data, lda));
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) a[i + j * lda] += alpha * x[i] * y[j];
    expect(close(da.get(), a), "ger");
    Host before = y;
    for (int j = 0; j < n; ++j) a[j + j * lda] += 100;
    Device triangle(a);
    const cublasFillMode_t modes[] = {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER};
    const cublasOperation_t ops[] = {CUBLAS_OP_N, CUBLAS_OP_T};
    for (const cublasFillMode_t mode : modes)
        for (const cublasOperation_t op : ops) {
            CHECK(
                cublasDtrmv(h, mode, op, CUBLAS_DIAG_NON_UNIT, n, triangle.data, lda, dy.data, 1));
            Host product(n);
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j) {
                    const int row = op == CUBLAS_OP_N ? i : j, column = op == CUBLAS_OP_N ? j : i;
                    const bool stored =
                        mode == CUBLAS_FILL_MODE_LOWER ? row >= column : row <= column;
                    if (stored) product[i] += a[row + column * lda] * before[j];
                }
            expect(close(dy.get(), product), "trmv");
            CHECK(
                cublasDtrsv(h, mode, op, CUBLAS_DIAG_NON_UNIT, n, triangle.data, lda, dy.data, 1));
            expect(close(dy.get(), before), "trsv undoes trmv");
        }
    const double one = 1, none = 0;
    Device result(Host(n, 0.0));
    CHECK(cublasDsymv(h, CUBLAS_FILL_MODE_LOWER, n, &one, triangle.data, lda, dy.data, 1, &none,
                      result.data, 1));
    Host sums(n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            sums[i] += (i >= j ? a[i + j * lda] : a[j + i * lda]) * before[j];
    expect(close(result.get(), sums), "symv");
}

static void products(cublasHandle_t h) {
    const int m = 7, n = 5, k = 6, ld = 8, count = 3;
    const cublasOperation_t ops[] = {CUBLAS_OP_N, CUBLAS_OP_T};
    const double alpha = 0.5, beta = 2;
    for (const cublasOperation_t p : ops)
        for (const cublasOperation_t q : ops) {
            Host a = numbers(ld * ld * count, 6), b = numbers(ld * ld * count, 7),
                 c = numbers(ld * n * count, 8);
            Device da(a), db(b), dc(c);
            CHECK(cublasDgemmStridedBatched(h, p, q, m, n, k, &alpha, da.data, ld, ld * ld, db.data,
                                            ld, ld * ld, &beta, dc.data, ld, ld * n, count));
            for (int t = 0; t < count; ++t)
                for (int j = 0; j < n; ++j)
                    for (int i = 0; i < m; ++i) {
                        double sum = 0;
                        for (int l = 0; l < k; ++l)
                            sum += a[t * ld * ld + (p == CUBLAS_OP_N ? i + l * ld : l + i * ld)] *
                                   b[t * ld * ld + (q == CUBLAS_OP_N ? l + j * ld : j + l * ld)];
                        double& to = c[t * ld * n + i + j * ld];
                        to = alpha * sum + beta * to;
                    }
            expect(close(dc.get(), c), "gemmStridedBatched");
        }
    const int order = 5;
    Host a = numbers(order * order, 9), b = numbers(order * m, 10);
    for (int i = 0; i < order; ++i) a[i * (order + 1)] = 20;
    Device da(a), db(b), back(b);
    const double one = 1, none = 0;
    for (const cublasOperation_t op : ops) {
        CHECK(cublasDtrsm(h, CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_UPPER, op, CUBLAS_DIAG_NON_UNIT, m,
                          order, &one, da.data, order, back.data, m));
        Host upper = a;
        for (int j = 0; j < order; ++j)
            for (int i = j + 1; i < order; ++i) upper[i + j * order] = 0;
        Device du(upper), product(b);
        CHECK(cublasDgemm(h, CUBLAS_OP_N, op, m, order, order, &one, back.data, m, du.data, order,
                          &none, product.data, m));
        expect(close(product.get(), b), "trsm on the right");
        CHECK(cublasDcopy(h, m * order, db.data, 1, back.data, 1));
    }
    Device square(Host(order * order, 0.0)), by_product(Host(order * order, 0.0));
    CHECK(cublasDsyrk(h, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T, order, m, &one, db.data, m, &none,
                      square.data, order));
    CHECK(cublasDgemm(h, CUBLAS_OP_T, CUBLAS_OP_N, order, order, m, &one, db.data, m, db.data, m,
                      &none, by_product.data, order));
    Host lower = by_product.get();
    for (int j = 0; j < order; ++j)
        for (int i = 0; i < j; ++i) lower[i + j * order] = 0;
    expect(close(square.get(), lower), "syrk writes one triangle");
    Device turned(Host(order * m, 0.0));
    CHECK(cublasDgeam(h, CUBLAS_OP_T, CUBLAS_OP_N, order, m, &one, db.data, m, &none, turned.data,
                      order, turned.data, order));
    Host transposed(order * m);
    for (int j = 0; j < m; ++j)
        for (int i = 0; i < order; ++i) transposed[i + j * order] = b[j + i * m];
    expect(close(turned.get(), transposed), "geam transposes");
}

static void halves(cublasHandle_t h) {
    const int n = 4;
    __half values[n * n];
    for (int i = 0; i < n * n; ++i) values[i] = __float2half(float(i % 5) - 2);
    __half* a;
    float* c;
    cudaMalloc(&a, sizeof values);
    cudaMalloc(&c, n * n * sizeof(float));
    CHECK(cublasSetMatrix(n, n, sizeof(__half), values, n, a, n));
    const float one = 1, none = 0;
    CHECK(cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, CUDA_R_16F, n, a, CUDA_R_16F,
                       n, &none, c, CUDA_R_32F, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    float result[n * n];
    CHECK(cublasGetMatrix(n, n, sizeof(float), c, n, result, n));
    bool good = true;
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
            float sum = 0;
            for (int l = 0; l < n; ++l)
                sum += __half2float(values[i + l * n]) * __half2float(values[l + j * n]);
            good = good && result[i + j * n] == sum;
        }
    expect(good, "gemmEx of halves");
    cudaFree(a);
    cudaFree(c);
}

static void bad_arguments(cublasHandle_t h) {
    float one = 1, *x;
    cudaMalloc(&x, 64 * sizeof(float));
    cudaMemset(x, 0, 64 * sizeof(float));
    expect(cublasSgemm(nullptr, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, x, 2, x, 2, &one, x, 2) ==
               CUBLAS_STATUS_NOT_INITIALIZED,
           "no handle");
    expect(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 4, 2, 2, &one, x, 2, x, 2, &one, x, 4) ==
               CUBLAS_STATUS_INVALID_VALUE,
           "leading dimension too small");
    expect(cublasSgemv(h, CUBLAS_OP_N, 2, 2, &one, x, 2, x, 0, &one, x, 1) ==
               CUBLAS_STATUS_INVALID_VALUE,
           "step of zero");
    expect(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, -1, 2, 2, &one, x, 2, x, 2, &one, x, 2) ==
               CUBLAS_STATUS_INVALID_VALUE,
           "negative size");
    cudaFree(x);
}

int main() {
    cublasHandle_t handle;
    CHECK(cublasCreate(&handle));
    vectors(handle);
    matrix_and_vectors(handle);
    products(handle);
    halves(handle);
    bad_arguments(handle);
    CHECK(cublasDestroy(handle));
    std::printf(failures ? "FAILED\n" : "OK\n");
    return failures != 0;
}
