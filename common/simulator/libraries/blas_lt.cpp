// cublasLt: one product of matrices, described by objects; see <cublasLt.h>.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "cublasLt.h"
#include "simulator/api/stream.hpp"
#include "simulator/libraries/blas_elements.hpp"
#include "simulator/libraries/blas_handle.hpp"
#include "simulator/libraries/handles.hpp"

struct cublasLtContext {};

struct cublasLtMatmulDescOpaque {
    cublasComputeType_t compute;
    cudaDataType scale;
    cublasLtPointerMode_t pointer_mode = CUBLASLT_POINTER_MODE_HOST;
    cublasOperation_t a = CUBLAS_OP_N, b = CUBLAS_OP_N;
    cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
    const void* bias = nullptr;
};

struct cublasLtMatrixLayoutOpaque {
    cudaDataType type;
    std::uint64_t rows, columns;
    std::int64_t leading;
    cublasLtOrder_t order = CUBLASLT_ORDER_COL;
    std::int32_t batch = 1;
    std::int64_t apart = 0;  // elements between the matrices of a batch
};

struct cublasLtMatmulPreferenceOpaque {};

namespace cusim::libraries {

namespace {

auto& lt_handles() {
    static auto& live = *new Handles<cublasLtContext, cublasStatus_t, CUBLAS_STATUS_SUCCESS,
                                     CUBLAS_STATUS_NOT_INITIALIZED, CUBLAS_STATUS_INVALID_VALUE>;
    return live;
}
// A handle of cuBLAS may be used as one of cublasLt.
bool is_lt_handle(cublasLtHandle_t handle) {
    return lt_handles().contains(handle) ||
           libraries::is_handle(reinterpret_cast<cublasHandle_t>(handle));
}

template <class T>
cublasStatus_t make_lt(T** made, bool good, const T& described) {
    if (!made || !good) return CUBLAS_STATUS_INVALID_VALUE;
    *made = new T(described);
    return CUBLAS_STATUS_SUCCESS;
}
template <class T>
cublasStatus_t discard_lt(T* object) {
    delete object;
    return CUBLAS_STATUS_SUCCESS;
}

// Stores an attribute, of which the program gives the size.
template <class T>
cublasStatus_t set_attribute(T& attribute, const void* buffer, std::size_t size) {
    if (!buffer || size != sizeof attribute) return CUBLAS_STATUS_INVALID_VALUE;
    std::memcpy(&attribute, buffer, size);
    return CUBLAS_STATUS_SUCCESS;
}

using MatrixLayout = cublasLtMatrixLayoutOpaque;
using ProductDescription = cublasLtMatmulDescOpaque;

// A batch of matrices in memory.
struct Matrices {
    const char* name;
    void* data;
    MatrixLayout layout;

    long at(long batch, long i, long j) const {
        const bool down = layout.order == CUBLASLT_ORDER_COL;
        return batch * layout.apart + (down ? i + j * layout.leading : i * layout.leading + j);
    }
    // Calls use(operand) for each matrix.
    template <class Use>
    void each(Use use) const {
        const std::size_t size = size_of(layout.type);
        const bool down = layout.order == CUBLASLT_ORDER_COL;
        for (long b = 0; b < layout.batch; ++b)
            use(Operand{name, static_cast<char*>(data) + b * layout.apart * long(size),
                        (down ? layout.rows : layout.columns) * size,
                        down ? layout.columns : layout.rows, layout.leading * size});
    }
};

bool is_good(const MatrixLayout& layout) {
    const std::uint64_t line = layout.order == CUBLASLT_ORDER_COL ? layout.rows : layout.columns;
    return layout.leading > 0 && std::uint64_t(layout.leading) >= line && layout.batch >= 1;
}
bool same_size(const MatrixLayout& x, const MatrixLayout& y) {
    return x.rows == y.rows && x.columns == y.columns && x.batch == y.batch;
}

bool fits(const ProductDescription& how, const MatrixLayout& a, const MatrixLayout& b,
          const MatrixLayout& c, const MatrixLayout& d) {
    const auto [m, k] = shape(how.a, long(a.rows), long(a.columns));
    const auto [other, n] = shape(how.b, long(b.rows), long(b.columns));
    return is_operation(how.a) && is_operation(how.b) && is_good(a) && is_good(b) && is_good(c) &&
           is_good(d) && k == other && m == long(d.rows) && n == long(d.columns) &&
           same_size(c, d) && a.batch == d.batch && b.batch == d.batch;
}
bool is_supported(const ProductDescription& how, const MatrixLayout& a, const MatrixLayout& b,
                  const MatrixLayout& c, const MatrixLayout& d) {
    const bool in_double =
        how.compute == CUBLAS_COMPUTE_64F || how.compute == CUBLAS_COMPUTE_64F_PEDANTIC;
    const int epilogue = how.epilogue;
    return size_of(a.type) && a.type == b.type && c.type == d.type && size_of(d.type) &&
           size_of(how.scale) && in_double == (a.type == CUDA_R_64F) &&
           (epilogue & ~(CUBLASLT_EPILOGUE_DEFAULT | CUBLASLT_EPILOGUE_RELU |
                         CUBLASLT_EPILOGUE_BIAS | CUBLASLT_EPILOGUE_GELU)) == 0;
}
bool has_bias(const ProductDescription& how) {
    return how.epilogue & CUBLASLT_EPILOGUE_BIAS;
}

double behind(const ProductDescription& how, double x) {
    if (how.epilogue & CUBLASLT_EPILOGUE_RELU) return x > 0 ? x : 0;
    if (how.epilogue & CUBLASLT_EPILOGUE_GELU)  // by the hyperbolic tangent, as the toolkit's
        return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
    return x;
}

// Sum: double, or float for everything narrower.
template <class Sum>
void multiply(const ProductDescription& how, Sum alpha, const Matrices& a, const Matrices& b,
              Sum beta, const Matrices& c, const Matrices& d) {
    const long m = long(d.layout.rows), n = long(d.layout.columns);
    const long k = shape(how.a, long(a.layout.rows), long(a.layout.columns)).second;
    const auto value = [](const Matrices& of, cublasOperation_t op, long batch, long i, long j) {
        if (op != CUBLAS_OP_N) std::swap(i, j);
        return Sum(element(of.data, of.layout.type, of.at(batch, i, j)));
    };
    std::vector<Sum> left(m * k), sums(m);
    for (long batch = 0; batch < d.layout.batch; ++batch) {
        for (long l = 0; l < k; ++l)
            for (long i = 0; i < m; ++i) left[i + l * m] = value(a, how.a, batch, i, l);
        for (long j = 0; j < n; ++j) {
            std::fill(sums.begin(), sums.end(), Sum{});
            for (long l = 0; l < k; ++l) {
                const Sum factor = value(b, how.b, batch, l, j);
                for (long i = 0; i < m; ++i) sums[i] += left[i + l * m] * factor;
            }
            for (long i = 0; i < m; ++i) {
                Sum x = alpha * sums[i];
                if (beta != Sum{}) x += beta * value(c, CUBLAS_OP_N, batch, i, j);
                if (has_bias(how)) x += Sum(element(how.bias, d.layout.type, i));
                store(d.data, d.layout.type, d.at(batch, i, j), behind(how, x));
            }
        }
    }
}

}  // namespace

}  // namespace cusim::libraries

using namespace cusim::libraries;

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
    return lt_handles().create(handle);
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
    return lt_handles().destroy(handle);
}
size_t cublasLtGetVersion(void) {
    return CUBLAS_VERSION;
}

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* desc, cublasComputeType_t computeType,
                                        cudaDataType_t scaleType) {
    return make_lt(desc, true, {computeType, scaleType});
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t desc) {
    return discard_lt(desc);
}
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t desc,
                                              cublasLtMatmulDescAttributes_t attr, const void* buf,
                                              size_t size) {
    if (!desc) return CUBLAS_STATUS_INVALID_VALUE;
    switch (attr) {
        case CUBLASLT_MATMUL_DESC_COMPUTE_TYPE:
            return set_attribute(desc->compute, buf, size);
        case CUBLASLT_MATMUL_DESC_SCALE_TYPE:
            return set_attribute(desc->scale, buf, size);
        case CUBLASLT_MATMUL_DESC_POINTER_MODE:
            return set_attribute(desc->pointer_mode, buf, size);
        case CUBLASLT_MATMUL_DESC_TRANSA:
            return set_attribute(desc->a, buf, size);
        case CUBLASLT_MATMUL_DESC_TRANSB:
            return set_attribute(desc->b, buf, size);
        case CUBLASLT_MATMUL_DESC_EPILOGUE:
            return set_attribute(desc->epilogue, buf, size);
        case CUBLASLT_MATMUL_DESC_BIAS_POINTER:
            return set_attribute(desc->bias, buf, size);
    }
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType_t type,
                                          uint64_t rows, uint64_t cols, int64_t ld) {
    return make_lt(layout, true, {type, rows, cols, ld});
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) {
    return discard_lt(layout);
}
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t attr,
                                                const void* buf, size_t size) {
    if (!layout) return CUBLAS_STATUS_INVALID_VALUE;
    switch (attr) {
        case CUBLASLT_MATRIX_LAYOUT_TYPE:
            return set_attribute(layout->type, buf, size);
        case CUBLASLT_MATRIX_LAYOUT_ORDER:
            return set_attribute(layout->order, buf, size);
        case CUBLASLT_MATRIX_LAYOUT_ROWS:
            return set_attribute(layout->rows, buf, size);
        case CUBLASLT_MATRIX_LAYOUT_COLS:
            return set_attribute(layout->columns, buf, size);
        case CUBLASLT_MATRIX_LAYOUT_LD:
            return set_attribute(layout->leading, buf, size);
        case CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT:
            return set_attribute(layout->batch, buf, size);
        case CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET:
            return set_attribute(layout->apart, buf, size);
    }
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* pref) {
    return make_lt(pref, true, {});
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t pref) {
    return discard_lt(pref);
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t pref,
                                                    cublasLtMatmulPreferenceAttributes_t,
                                                    const void* buf, size_t) {
    return pref && buf ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(
    cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t Adesc,
    cublasLtMatrixLayout_t Bdesc, cublasLtMatrixLayout_t Cdesc, cublasLtMatrixLayout_t Ddesc,
    cublasLtMatmulPreference_t pref, int requestedAlgoCount,
    cublasLtMatmulHeuristicResult_t results[], int* returnedAlgoCount) {
    if (!is_lt_handle(handle)) return CUBLAS_STATUS_NOT_INITIALIZED;
    if (!desc || !Adesc || !Bdesc || !Cdesc || !Ddesc || !pref || requestedAlgoCount < 1 ||
        !results || !returnedAlgoCount || !fits(*desc, *Adesc, *Bdesc, *Cdesc, *Ddesc))
        return CUBLAS_STATUS_INVALID_VALUE;
    *returnedAlgoCount = 0;
    if (!is_supported(*desc, *Adesc, *Bdesc, *Cdesc, *Ddesc)) return CUBLAS_STATUS_NOT_SUPPORTED;
    results[0] = {};
    results[0].wavesCount = 1;
    *returnedAlgoCount = 1;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, const void* alpha,
                              const void* A, cublasLtMatrixLayout_t Adesc, const void* B,
                              cublasLtMatrixLayout_t Bdesc, const void* beta, const void* C,
                              cublasLtMatrixLayout_t Cdesc, void* D, cublasLtMatrixLayout_t Ddesc,
                              const cublasLtMatmulAlgo_t*, void*, size_t, cudaStream_t stream) {
    if (!is_lt_handle(handle)) return CUBLAS_STATUS_NOT_INITIALIZED;
    if (!desc || !alpha || !Adesc || !Bdesc || !beta || !Cdesc || !Ddesc ||
        !fits(*desc, *Adesc, *Bdesc, *Cdesc, *Ddesc) || (has_bias(*desc) && !desc->bias))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (!is_supported(*desc, *Adesc, *Bdesc, *Cdesc, *Ddesc)) return CUBLAS_STATUS_NOT_SUPPORTED;
    const Matrices a{"A", const_cast<void*>(A), *Adesc}, b{"B", const_cast<void*>(B), *Bdesc},
        c{"C", const_cast<void*>(C), *Cdesc}, d{"D", D, *Ddesc};
    const bool on_device = desc->pointer_mode == CUBLASLT_POINTER_MODE_DEVICE;
    // Numbers of the host are known now; those of the device when the product is computed.
    double by = 0, keep = 0;
    if (!on_device) by = element(alpha, desc->scale, 0), keep = element(beta, desc->scale, 0);
    const auto work = [=, how = *desc](LibraryCall& action) {
        double x = by, y = keep;
        if (on_device) {
            const std::size_t size = size_of(how.scale);
            action.reads({"alpha", alpha, size, 1, size});
            action.reads({"beta", beta, size, 1, size});
            x = element(alpha, how.scale, 0), y = element(beta, how.scale, 0);
        }
        a.each([&](const Operand& each) { action.reads(each); });
        b.each([&](const Operand& each) { action.reads(each); });
        if (y != 0) c.each([&](const Operand& each) { action.reads(each); });
        d.each([&](const Operand& each) { action.writes(each); });
        const std::size_t bias = d.layout.rows * size_of(d.layout.type);
        if (has_bias(how)) action.reads({"the bias", how.bias, bias, 1, bias});
        action.begin();
        if (a.layout.type == CUDA_R_64F)
            multiply<double>(how, x, a, b, y, c, d);
        else
            multiply<float>(how, float(x), a, b, float(y), c, d);
    };
    return submit(__func__, stream, __builtin_return_address(0), work)
               ? CUBLAS_STATUS_SUCCESS
               : CUBLAS_STATUS_EXECUTION_FAILED;
}
