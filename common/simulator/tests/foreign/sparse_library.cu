// cuSPARSE's generic functions as programs call them: products in every format, triangular systems,
// conversions. Each result is held against the dense matrix.
#include <cuda_runtime.h>
#include <cusparse.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

static int failures = 0;
static void expect(bool good, const char* what) {
    if (good) return;
    ++failures;
    std::printf("FAILED %s\n", what);
}
#define CHECK(call) expect((call) == CUSPARSE_STATUS_SUCCESS, #call)

template <class T>
struct Device {
    T* at;
    explicit Device(std::size_t count) { cudaMalloc(&at, count * sizeof(T)); }
    explicit Device(const std::vector<T>& from) : Device(from.size()) {
        cudaMemcpy(at, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice);
    }
    ~Device() { cudaFree(at); }
    std::vector<T> fetched(std::size_t count) const {
        std::vector<T> result(count);
        cudaMemcpy(result.data(), at, count * sizeof(T), cudaMemcpyDeviceToHost);
        return result;
    }
    operator T*() const { return at; }
};

// 4 by 5, row after row.
static const double dense[] = {1, 0, 2, 0, 0,  0, 0, 3, 0, 4,  0, 0, 0, 0, 0,  5, 6, 0, 7, 0};
static const int rows = 4, columns = 5, nonzeros = 7;

template <class T, class Index>
struct Parts {
    std::vector<Index> offsets, outer, inner;
    std::vector<T> values;
    Parts(bool by_columns, Index base) {
        offsets.push_back(base);
        for (int a = 0; a < (by_columns ? columns : rows); ++a) {
            for (int b = 0; b < (by_columns ? rows : columns); ++b) {
                const double x = by_columns ? dense[b * columns + a] : dense[a * columns + b];
                if (x == 0) continue;
                outer.push_back(a + base);
                inner.push_back(b + base);
                values.push_back(T(x));
            }
            offsets.push_back(Index(values.size()) + base);
        }
    }
};

template <class T, class Index>
static void products(cusparseHandle_t sparse, cusparseFormat_t format, cusparseIndexBase_t base) {
    const cudaDataType type = sizeof(T) == 8 ? CUDA_R_64F : CUDA_R_32F;
    const cusparseIndexType_t index = sizeof(Index) == 8 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I;
    const Parts<T, Index> parts(format == CUSPARSE_FORMAT_CSC, Index(base));
    Device<Index> offsets(parts.offsets), outer(parts.outer), inner(parts.inner);
    Device<T> values(parts.values);
    cusparseSpMatDescr_t a;
    if (format == CUSPARSE_FORMAT_CSR)
        CHECK(cusparseCreateCsr(&a, rows, columns, nonzeros, offsets, inner, values, index, index,
                                base, type));
    else if (format == CUSPARSE_FORMAT_CSC)
        CHECK(cusparseCreateCsc(&a, rows, columns, nonzeros, offsets, inner, values, index, index,
                                base, type));
    else
        CHECK(cusparseCreateCoo(&a, rows, columns, nonzeros, outer, inner, values, index, base,
                                type));
    for (const cusparseOperation_t op :
         {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE}) {
        const bool as_is = op == CUSPARSE_OPERATION_NON_TRANSPOSE;
        const int in = as_is ? columns : rows, out = as_is ? rows : columns;
        const auto at = [&](int i, int j) {
            return as_is ? dense[i * columns + j] : dense[j * columns + i];
        };
        std::vector<T> x(in), y(out);
        for (int j = 0; j < in; ++j) x[j] = T(j + 1);
        for (int i = 0; i < out; ++i) y[i] = T(10 * i);
        Device<T> dx(x), dy(y);
        cusparseDnVecDescr_t vx, vy;
        CHECK(cusparseCreateDnVec(&vx, in, dx, type));
        CHECK(cusparseCreateDnVec(&vy, out, dy, type));
        const T alpha = 2, beta = 3;
        std::size_t size;
        CHECK(cusparseSpMV_bufferSize(sparse, op, &alpha, a, vx, &beta, vy, type,
                                      CUSPARSE_SPMV_ALG_DEFAULT, &size));
        Device<char> buffer(size);
        CHECK(cusparseSpMV(sparse, op, &alpha, a, vx, &beta, vy, type, CUSPARSE_SPMV_ALG_DEFAULT,
                           buffer));
        const std::vector<T> result = dy.fetched(out);
        for (int i = 0; i < out; ++i) {
            double sum = 3 * y[i];
            for (int j = 0; j < in; ++j) sum += 2 * at(i, j) * x[j];
            expect(result[i] == sum, "y = 2 op(A) x + 3 y");
        }
        CHECK(cusparseDestroyDnVec(vx));
        CHECK(cusparseDestroyDnVec(vy));

        // Matrices of three columns, B in rows and transposed, C in columns, whose values nothing
        // has written.
        const int wide = 3;
        std::vector<T> b(in * wide);
        for (int k = 0; k < in * wide; ++k) b[k] = T(k % 7 - 2);
        Device<T> db(b), dc(out * wide);
        cusparseDnMatDescr_t mb, mc;
        CHECK(cusparseCreateDnMat(&mb, wide, in, in, db, type, CUSPARSE_ORDER_ROW));
        CHECK(cusparseCreateDnMat(&mc, out, wide, out, dc, type, CUSPARSE_ORDER_COL));
        const T one = 1, none = 0;
        CHECK(cusparseSpMM_bufferSize(sparse, op, CUSPARSE_OPERATION_TRANSPOSE, &one, a, mb, &none,
                                      mc, type, CUSPARSE_SPMM_ALG_DEFAULT, &size));
        CHECK(cusparseSpMM(sparse, op, CUSPARSE_OPERATION_TRANSPOSE, &one, a, mb, &none, mc, type,
                           CUSPARSE_SPMM_ALG_DEFAULT, buffer));
        const std::vector<T> c = dc.fetched(out * wide);
        for (int i = 0; i < out; ++i)
            for (int k = 0; k < wide; ++k) {
                double sum = 0;
                for (int j = 0; j < in; ++j) sum += at(i, j) * b[k * in + j];
                expect(c[i + k * out] == sum, "C = op(A) B^T");
            }
        CHECK(cusparseDestroyDnMat(mb));
        CHECK(cusparseDestroyDnMat(mc));
    }
    // Back to a dense matrix.
    Device<T> whole(rows * columns);
    cusparseDnMatDescr_t m;
    CHECK(cusparseCreateDnMat(&m, rows, columns, columns, whole, type, CUSPARSE_ORDER_ROW));
    CHECK(cusparseSparseToDense(sparse, a, m, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, nullptr));
    const std::vector<T> back = whole.fetched(rows * columns);
    for (int k = 0; k < rows * columns; ++k) expect(back[k] == dense[k], "sparse to dense");
    CHECK(cusparseDestroyDnMat(m));
    CHECK(cusparseDestroySpMat(a));
}

static void from_dense(cusparseHandle_t sparse) {
    const std::vector<double> values(dense, dense + rows * columns);
    Device<double> da(values);
    Device<int> offsets(rows + 1);
    cusparseDnMatDescr_t from;
    cusparseSpMatDescr_t to;
    CHECK(cusparseCreateDnMat(&from, rows, columns, columns, da, CUDA_R_64F, CUSPARSE_ORDER_ROW));
    CHECK(cusparseCreateCsr(&to, rows, columns, 0, offsets, nullptr, nullptr, CUSPARSE_INDEX_32I,
                            CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    std::size_t size;
    CHECK(cusparseDenseToSparse_bufferSize(sparse, from, to, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                           &size));
    Device<char> buffer(size);
    CHECK(cusparseDenseToSparse_analysis(sparse, from, to, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                         buffer));
    std::int64_t r, c, count;
    CHECK(cusparseSpMatGetSize(to, &r, &c, &count));
    expect(r == rows && c == columns && count == nonzeros, "the number of elements");
    Device<int> inner(count);
    Device<double> found(count);
    CHECK(cusparseCsrSetPointers(to, offsets, inner, found));
    CHECK(cusparseDenseToSparse_convert(sparse, from, to, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                        buffer));
    const Parts<double, int> parts(false, 0);
    expect(offsets.fetched(rows + 1) == parts.offsets && inner.fetched(count) == parts.inner &&
               found.fetched(count) == parts.values, "dense to sparse");
    Device<int> coo(count), again(rows + 1);
    CHECK(cusparseXcsr2coo(sparse, offsets, nonzeros, rows, coo, CUSPARSE_INDEX_BASE_ZERO));
    CHECK(cusparseXcoo2csr(sparse, coo, nonzeros, rows, again, CUSPARSE_INDEX_BASE_ZERO));
    expect(coo.fetched(count) == parts.outer && again.fetched(rows + 1) == parts.offsets, "rows");
    CHECK(cusparseDestroyDnMat(from));
    CHECK(cusparseDestroySpMat(to));
}

// L = {{2, 0, 0}, {1, 4, 0}, {0, 3, 5}}, stored with an element above the diagonal, which is passed
// over.
static void triangles(cusparseHandle_t sparse) {
    Device<int> offsets(std::vector<int>{0, 2, 4, 6}), inner(std::vector<int>{0, 2, 0, 1, 1, 2});
    Device<double> values(std::vector<double>{2, 99, 1, 4, 3, 5});
    cusparseSpMatDescr_t a;
    CHECK(cusparseCreateCsr(&a, 3, 3, 6, offsets, inner, values, CUSPARSE_INDEX_32I,
                            CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    cusparseFillMode_t lower = CUSPARSE_FILL_MODE_LOWER;
    CHECK(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_FILL_MODE, &lower, sizeof lower));
    Device<double> x(std::vector<double>{2, 9, 16}), y(3);
    cusparseDnVecDescr_t vx, vy;
    CHECK(cusparseCreateDnVec(&vx, 3, x, CUDA_R_64F));
    CHECK(cusparseCreateDnVec(&vy, 3, y, CUDA_R_64F));
    cusparseSpSVDescr_t solver;
    CHECK(cusparseSpSV_createDescr(&solver));
    const double one = 1;
    for (const cusparseOperation_t op :
         {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE}) {
        std::size_t size;
        CHECK(cusparseSpSV_bufferSize(sparse, op, &one, a, vx, vy, CUDA_R_64F,
                                      CUSPARSE_SPSV_ALG_DEFAULT, solver, &size));
        Device<char> buffer(size);
        CHECK(cusparseSpSV_analysis(sparse, op, &one, a, vx, vy, CUDA_R_64F,
                                    CUSPARSE_SPSV_ALG_DEFAULT, solver, buffer));
        CHECK(cusparseSpSV_solve(sparse, op, &one, a, vx, vy, CUDA_R_64F,
                                 CUSPARSE_SPSV_ALG_DEFAULT, solver));
        const std::vector<double> r = y.fetched(3);
        const bool good = op == CUSPARSE_OPERATION_NON_TRANSPOSE
                              ? 2 * r[0] == 2 && r[0] + 4 * r[1] == 9 && 3 * r[1] + 5 * r[2] == 16
                              : std::fabs(2 * r[0] + r[1] - 2) + std::fabs(4 * r[1] + 3 * r[2] - 9) +
                                        std::fabs(5 * r[2] - 16) < 1e-13;
        expect(good, "op(L) y = x");
    }
    CHECK(cusparseSpSV_destroyDescr(solver));
    CHECK(cusparseDestroyDnVec(vx));
    CHECK(cusparseDestroyDnVec(vy));
    CHECK(cusparseDestroySpMat(a));
}

static void vectors(cusparseHandle_t sparse) {
    Device<int> places(std::vector<int>{1, 3});
    Device<float> values(std::vector<float>{10, 20}), y(std::vector<float>{1, 2, 3, 4});
    cusparseSpVecDescr_t vx;
    cusparseDnVecDescr_t vy;
    CHECK(cusparseCreateSpVec(&vx, 4, 2, places, values, CUSPARSE_INDEX_32I,
                              CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    CHECK(cusparseCreateDnVec(&vy, 4, y, CUDA_R_32F));
    float result = 0;
    CHECK(cusparseSpVV(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, vx, vy, &result, CUDA_R_32F,
                       nullptr));
    expect(result == 100, "x y");
    const float two = 2, one = 1;
    CHECK(cusparseAxpby(sparse, &two, vx, &one, vy));
    expect(y.fetched(4) == std::vector<float>{1, 22, 3, 44}, "y += 2 x");
    // Numbers on the device.
    Device<float> on_device(std::vector<float>{1, 0});
    CHECK(cusparseSetPointerMode(sparse, CUSPARSE_POINTER_MODE_DEVICE));
    CHECK(cusparseAxpby(sparse, on_device.at, vx, on_device.at + 1, vy));
    expect(y.fetched(4) == std::vector<float>{0, 10, 0, 20}, "y = x");
    CHECK(cusparseSetPointerMode(sparse, CUSPARSE_POINTER_MODE_HOST));
    CHECK(cusparseDestroySpVec(vx));
    CHECK(cusparseDestroyDnVec(vy));
#ifndef __NVCC__  // the library itself does not say what happens then
    expect(cusparseDestroyDnVec(vy) == CUSPARSE_STATUS_INVALID_VALUE, "destroyed twice");
#endif
}

int main() {
    cusparseHandle_t sparse;
    CHECK(cusparseCreate(&sparse));
    for (const cusparseFormat_t format :
         {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO}) {
        products<float, int>(sparse, format, CUSPARSE_INDEX_BASE_ZERO);
        products<double, int>(sparse, format, CUSPARSE_INDEX_BASE_ONE);
        products<double, std::int64_t>(sparse, format, CUSPARSE_INDEX_BASE_ZERO);
    }
    from_dense(sparse);
    triangles(sparse);
    vectors(sparse);
    expect(cusparseSpMV(nullptr, CUSPARSE_OPERATION_TRANSPOSE, nullptr, nullptr, nullptr, nullptr,
                        nullptr, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr) ==
               CUSPARSE_STATUS_NOT_INITIALIZED, "no handle");
    CHECK(cusparseDestroy(sparse));
    std::puts(failures ? "FAILED" : "OK");
    return failures != 0;
}
