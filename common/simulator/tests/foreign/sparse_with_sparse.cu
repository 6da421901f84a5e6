// cuSPARSE with results that are sparse, or many right-hand sides: SpGEMM, SDDMM, SpSM, Csr2csc.
#include <cuda_runtime.h>
#include <cusparse.h>

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

static const cusparseOperation_t as_is = CUSPARSE_OPERATION_NON_TRANSPOSE;
static const cusparseOperation_t transposed = CUSPARSE_OPERATION_TRANSPOSE;

// | 1 0 2 |   | 0 1 |
// | 0 3 0 | * | 4 0 |  =  | 10 1 | , | 12 0 |
//             | 5 0 |
template <class T>
static void sparse_product(cusparseHandle_t sparse, cudaDataType type) {
    const Device<int> a_offsets{{0, 2, 3}}, a_columns{{0, 2, 1}}, b_offsets{{0, 1, 2, 3}},
        b_columns{{1, 0, 0}}, c_offsets{3};
    const Device<T> a_values{{1, 2, 3}}, b_values{{1, 4, 5}};
    const auto i32 = CUSPARSE_INDEX_32I;
    const auto zero = CUSPARSE_INDEX_BASE_ZERO;
    cusparseSpMatDescr_t a, b, c;
    CHECK(cusparseCreateCsr(&a, 2, 3, 3, a_offsets, a_columns, a_values, i32, i32, zero, type));
    CHECK(cusparseCreateCsr(&b, 3, 2, 3, b_offsets, b_columns, b_values, i32, i32, zero, type));
    CHECK(cusparseCreateCsr(&c, 2, 2, 0, nullptr, nullptr, nullptr, i32, i32, zero, type));
    cusparseSpGEMMDescr_t product;
    CHECK(cusparseSpGEMM_createDescr(&product));
    const T one = 1, none = 0;
    const auto alg = CUSPARSE_SPGEMM_DEFAULT;
    std::size_t first = 0, second = 0;
    CHECK(cusparseSpGEMM_workEstimation(sparse, as_is, as_is, &one, a, b, &none, c, type, alg,
                                        product, &first, nullptr));
    const Device<char> first_buffer{first};
    CHECK(cusparseSpGEMM_workEstimation(sparse, as_is, as_is, &one, a, b, &none, c, type, alg,
                                        product, &first, first_buffer));
    CHECK(cusparseSpGEMM_compute(sparse, as_is, as_is, &one, a, b, &none, c, type, alg, product,
                                 &second, nullptr));
    const Device<char> second_buffer{second};
    CHECK(cusparseSpGEMM_compute(sparse, as_is, as_is, &one, a, b, &none, c, type, alg, product,
                                 &second, second_buffer));
    std::int64_t rows, columns, nonzeros, products;
    CHECK(cusparseSpMatGetSize(c, &rows, &columns, &nonzeros));
    CHECK(cusparseSpGEMM_getNumProducts(product, &products));
    expect(rows == 2 && columns == 2 && nonzeros == 3 && products == 3, "the size of C");
    const Device<int> c_columns{3};
    const Device<T> c_values{3};
    CHECK(cusparseCsrSetPointers(c, c_offsets, c_columns, c_values));
    CHECK(cusparseSpGEMM_copy(sparse, as_is, as_is, &one, a, b, &none, c, type, alg, product));
    expect(c_offsets.fetched(3) == std::vector<int>{0, 2, 3}, "C's offsets");
    expect(c_columns.fetched(3) == std::vector<int>{0, 1, 0}, "C's columns");
    expect(c_values.fetched(3) == std::vector<T>{10, 1, 12}, "C's values");
    CHECK(cusparseSpGEMM_destroyDescr(product));
    CHECK(cusparseDestroySpMat(a));
    CHECK(cusparseDestroySpMat(b));
    CHECK(cusparseDestroySpMat(c));
}

// The dense product at three places: A is 2 by 3, B is 3 by 2, and stored transposed.
static void sampled_product(cusparseHandle_t sparse) {
    const Device<float> a_values{{1, 2, 3, 4, 5, 6}}, b_values{{1, 0, 1, 2, 1, 0}},
        c_values{{100, 200, 300}};
    const Device<int> offsets{{1, 2, 4}}, columns{{2, 1, 2}};
    cusparseDnMatDescr_t a, b;
    cusparseSpMatDescr_t c;
    const auto real = CUDA_R_32F;
    CHECK(cusparseCreateDnMat(&a, 2, 3, 3, a_values, real, CUSPARSE_ORDER_ROW));
    CHECK(cusparseCreateDnMat(&b, 2, 3, 3, b_values, real, CUSPARSE_ORDER_ROW));
    CHECK(cusparseCreateCsr(&c, 2, 2, 3, offsets, columns, c_values, CUSPARSE_INDEX_32I,
                            CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE, real));
    const float two = 2, one = 1;
    std::size_t bytes;
    const auto alg = CUSPARSE_SDDMM_ALG_DEFAULT;
    CHECK(cusparseSDDMM_bufferSize(sparse, as_is, transposed, &two, a, b, &one, c, real, alg,
                                   &bytes));
    CHECK(cusparseSDDMM_preprocess(sparse, as_is, transposed, &two, a, b, &one, c, real, alg,
                                   nullptr));
    CHECK(cusparseSDDMM(sparse, as_is, transposed, &two, a, b, &one, c, real, alg, nullptr));
    expect(c_values.fetched(3) == std::vector<float>{108, 220, 326}, "the sampled product");
    CHECK(cusparseDestroyDnMat(a));
    CHECK(cusparseDestroyDnMat(b));
    CHECK(cusparseDestroySpMat(c));
}

// | 2 0 |         | 2 4 |
// | 1 4 |  C  =   | 9 6 | , and with the transpose of both.
static void triangular_systems(cusparseHandle_t sparse, cusparseOperation_t op,
                               const std::vector<double>& solution) {
    const Device<int> offsets{{0, 1, 3}}, columns{{0, 0, 1}};
    const Device<double> values{{2, 1, 4}}, right{{2, 4, 9, 6}}, result{4};
    cusparseSpMatDescr_t a;
    cusparseDnMatDescr_t b, c;
    const auto real = CUDA_R_64F;
    CHECK(cusparseCreateCsr(&a, 2, 2, 3, offsets, columns, values, CUSPARSE_INDEX_32I,
                            CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, real));
    CHECK(cusparseCreateDnMat(&b, 2, 2, 2, right, real, CUSPARSE_ORDER_ROW));
    CHECK(cusparseCreateDnMat(&c, 2, 2, 2, result, real, CUSPARSE_ORDER_ROW));
    cusparseSpSMDescr_t systems;
    CHECK(cusparseSpSM_createDescr(&systems));
    const double one = 1;
    std::size_t bytes;
    const auto alg = CUSPARSE_SPSM_ALG_DEFAULT;
    CHECK(cusparseSpSM_bufferSize(sparse, op, op, &one, a, b, c, real, alg, systems, &bytes));
    CHECK(cusparseSpSM_analysis(sparse, op, op, &one, a, b, c, real, alg, systems, nullptr));
    CHECK(cusparseSpSM_solve(sparse, op, op, &one, a, b, c, real, alg, systems));
    expect(result.fetched(4) == solution, "the solutions");
    CHECK(cusparseSpSM_destroyDescr(systems));
    CHECK(cusparseDestroySpMat(a));
    CHECK(cusparseDestroyDnMat(b));
    CHECK(cusparseDestroyDnMat(c));
}

// | 1 0 2 |
// | 0 3 4 | by columns, with complex values.
static void columns_of_rows(cusparseHandle_t sparse) {
    const Device<int> offsets{{1, 3, 5}}, columns{{1, 3, 2, 3}}, new_offsets{4}, rows{4};
    const Device<float2> values{{{1, -1}, {2, -2}, {3, -3}, {4, -4}}}, new_values{4};
    std::size_t bytes;
    const auto numeric = CUSPARSE_ACTION_NUMERIC;
    const auto one = CUSPARSE_INDEX_BASE_ONE;
    const auto alg = CUSPARSE_CSR2CSC_ALG1;
    CHECK(cusparseCsr2cscEx2_bufferSize(sparse, 2, 3, 4, values, offsets, columns, new_values,
                                        new_offsets, rows, CUDA_C_32F, numeric, one, alg, &bytes));
    const Device<char> buffer{bytes};
    CHECK(cusparseCsr2cscEx2(sparse, 2, 3, 4, values, offsets, columns, new_values, new_offsets,
                             rows, CUDA_C_32F, numeric, one, alg, buffer));
    expect(new_offsets.fetched(4) == std::vector<int>{1, 2, 3, 5}, "the columns' offsets");
    expect(rows.fetched(4) == std::vector<int>{1, 2, 1, 2}, "the rows");
    const std::vector<float2> got = new_values.fetched(4);
    expect(got[0].x == 1 && got[1].x == 3 && got[2].y == -2 && got[3].y == -4, "the values");
}

static void gathered_and_scattered(cusparseHandle_t sparse) {
    const Device<int> indices{{1, 3}};
    const Device<double> x_values{2}, y_values{{5, 6, 7, 8}}, only_there{4};
    cusparseSpVecDescr_t x;
    cusparseDnVecDescr_t y, result;
    CHECK(cusparseCreateSpVec(&x, 4, 2, indices, x_values, CUSPARSE_INDEX_32I,
                              CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    CHECK(cusparseCreateDnVec(&y, 4, y_values, CUDA_R_64F));
    CHECK(cusparseCreateDnVec(&result, 4, only_there, CUDA_R_64F));
    CHECK(cusparseGather(sparse, y, x));
    expect(x_values.fetched(2) == std::vector<double>{6, 8}, "the gathered elements");
    CHECK(cusparseScatter(sparse, x, result));
    double element[2];
    cudaMemcpy(&element[0], only_there + 1, sizeof(double), cudaMemcpyDeviceToHost);
    cudaMemcpy(&element[1], only_there + 3, sizeof(double), cudaMemcpyDeviceToHost);
    expect(element[0] == 6 && element[1] == 8, "the scattered elements");
    CHECK(cusparseDestroySpVec(x));
    CHECK(cusparseDestroyDnVec(y));
    CHECK(cusparseDestroyDnVec(result));
}

int main() {
    cusparseHandle_t sparse;
    CHECK(cusparseCreate(&sparse));
    sparse_product<float>(sparse, CUDA_R_32F);
    sparse_product<double>(sparse, CUDA_R_64F);
    sampled_product(sparse);
    triangular_systems(sparse, as_is, {1, 2, 2, 1});
    triangular_systems(sparse, transposed, {0.5, 3.75, 1, 1.5});
    columns_of_rows(sparse);
    gathered_and_scattered(sparse);
    CHECK(cusparseDestroy(sparse));
    std::printf(failures == 0 ? "OK\n" : "%d failures\n", failures);
    return failures != 0;
}
