// cublasLt: one product of matrices, described by objects; see <cublasLt.h>.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "cublasLt.h"
#include "simulator/api/calls/stream.hpp"
#include "simulator/libraries/blas_elements.hpp"
#include "simulator/libraries/blas_handle.hpp"
#include "simulator/libraries/handles.hpp"
#include "simulator/report/recorder.hpp"

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

    bool operator==(const cublasLtMatrixLayoutOpaque&) const = default;
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
cublasStatus_t make_lt(T** made, const T& described) {
    if (!made) return CUBLAS_STATUS_INVALID_VALUE;
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
struct LtMatrices {
    const char* name;
    void* data;
    MatrixLayout layout;

    bool down() const { return layout.order == CUBLASLT_ORDER_COL; }
    long at(long batch, long i, long j) const {
        return batch * layout.apart + (down() ? i + j * layout.leading : i * layout.leading + j);
    }
    // Calls use(operand) for each matrix.
    template <class Use>
    void each(Use use) const {
        const std::size_t size = size_of(layout.type);
        for (long b = 0; b < layout.batch; ++b)
            use(Operand{name, static_cast<char*>(data) + b * layout.apart * long(size),
                        (down() ? layout.rows : layout.columns) * size,
                        down() ? layout.columns : layout.rows, layout.leading * size});
    }
};

// ---- What is refused

// Of rows, columns and leading dimensions: larger ones fit no device, and sizes in bytes would
// overflow.
constexpr std::uint64_t largest_size = std::uint64_t{1} << 30;

// `spreads`: a leading dimension of 0 is good, and makes one row or column all of them.
bool is_good(const MatrixLayout& layout, bool spreads = false) {
    const std::uint64_t line = layout.order == CUBLASLT_ORDER_COL ? layout.rows : layout.columns;
    const std::uint64_t leading(layout.leading);
    return layout.rows <= largest_size && layout.columns <= largest_size &&
           leading <= largest_size &&
           (leading >= std::max(line, std::uint64_t{1}) || (spreads && leading == 0)) &&
           layout.batch >= 1;
}
bool has_bias(const ProductDescription& how) {
    return how.epilogue & CUBLASLT_EPILOGUE_BIAS;
}

// What a product is described by.
struct LtDescription {
    const ProductDescription& how;
    const MatrixLayout &a, &b, &c, &d;

    bool fits() const {
        const auto [m, k] = shape(how.a, long(a.rows), long(a.columns));
        const auto [other, n] = shape(how.b, long(b.rows), long(b.columns));
        return is_operation(how.a) && is_operation(how.b) && is_good(a) && is_good(b) &&
               is_good(c, true) && is_good(d) && k == other && m == long(d.rows) &&
               n == long(d.columns) && c.rows == d.rows && c.columns == d.columns &&
               a.batch == d.batch && b.batch == d.batch && c.batch == d.batch;
    }
    bool in_double() const {
        return how.compute == CUBLAS_COMPUTE_64F || how.compute == CUBLAS_COMPUTE_64F_PEDANTIC;
    }
    // What the simulator lacks of what a device computes; empty if nothing.
    std::string lacking() const {
        constexpr int epilogues = CUBLASLT_EPILOGUE_DEFAULT | CUBLASLT_EPILOGUE_RELU |
                                  CUBLASLT_EPILOGUE_BIAS | CUBLASLT_EPILOGUE_GELU;
        for (const MatrixLayout* each : {&a, &b, &c, &d}) {
            if (!size_of(each->type) || is_whole(each->type))
                return "elements other than reals of 16, 32 and 64 bits";
            if (each->order != CUBLASLT_ORDER_COL && each->order != CUBLASLT_ORDER_ROW)
                return "orders other than by columns and by rows";
        }
        if (how.compute == CUBLAS_COMPUTE_16F) return "sums in 16 bits";
        if (how.pointer_mode != CUBLASLT_POINTER_MODE_HOST &&
            how.pointer_mode != CUBLASLT_POINTER_MODE_DEVICE)
            return "vectors as alpha and beta";
        if (how.epilogue & ~epilogues) return "epilogue " + std::to_string(how.epilogue);
        return "";
    }
    // Whether types, orders and epilogue go together, by the table of NVIDIA's documentation.
    bool may_be_combined() const {
        if (a.type != b.type || c.type != d.type || c.order != d.order) return false;
        if (has_bias(how) && d.order == CUBLASLT_ORDER_ROW) return false;
        if (in_double())
            return how.scale == CUDA_R_64F && a.type == CUDA_R_64F && d.type == CUDA_R_64F;
        const bool halves =
            how.compute == CUBLAS_COMPUTE_32F || how.compute == CUBLAS_COMPUTE_32F_PEDANTIC;
        return how.scale == CUDA_R_32F &&
               (a.type == CUDA_R_32F || (halves && size_of(a.type) == 2)) &&
               (d.type == CUDA_R_32F || d.type == a.type);
    }
};

cublasStatus_t refuse_lt(const char* function, const void* pc, const std::string& what) {
    report_lack(function, pc, what);
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t judge(const LtDescription& product, const char* function, const void* pc) {
    if (const std::string what = product.lacking(); !what.empty())
        return refuse_lt(function, pc, what);
    if (!product.fits()) return CUBLAS_STATUS_INVALID_VALUE;
    return product.may_be_combined() ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED;
}

// ---- The product

// alpha or beta: a number of the host is known now, one of the device when the product is computed.
class LtFactor {
  public:
    LtFactor(const char* name, const void* pointer, const ProductDescription& how)
        : name_(name),
          pointer_(pointer),
          type_(how.scale),
          on_device_(how.pointer_mode == CUBLASLT_POINTER_MODE_DEVICE) {
        if (!on_device_) value_ = element(pointer, type_, 0);
    }
    double get(LibraryCall& action) const {
        if (!on_device_) return value_;
        action.reads({name_, pointer_, size_of(type_), 1, size_of(type_)});
        return element(pointer_, type_, 0);
    }

  private:
    const char* name_;
    const void* pointer_;
    cudaDataType type_;
    bool on_device_;
    double value_ = 0;
};

double behind(const ProductDescription& how, double x) {
    if (how.epilogue & CUBLASLT_EPILOGUE_RELU) return x > 0 ? x : 0;
    if (how.epilogue & CUBLASLT_EPILOGUE_GELU)  // by the hyperbolic tangent, as the toolkit's
        return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
    return x;
}

// D = epilogue(alpha op(A) op(B) + beta C), of each of a batch.
struct LtProduct {
    ProductDescription how;
    LtFactor alpha, beta;
    LtMatrices a, b, c, d;

    void carry_out(LibraryCall& action) const {
        const double by = alpha.get(action), keep = beta.get(action);
        a.each([&](const Operand& each) { action.reads(each); });
        b.each([&](const Operand& each) { action.reads(each); });
        if (keep != 0) c.each([&](const Operand& each) { action.reads(each); });
        d.each([&](const Operand& each) { action.writes(each); });
        const std::size_t bias = d.layout.rows * size_of(d.layout.type);
        if (has_bias(how)) action.reads({"the bias", how.bias, bias, 1, bias});
        action.begin();
        if (a.layout.type == CUDA_R_64F)
            multiply(by, keep);
        else
            multiply(float(by), float(keep));
    }

  private:
    // Sum: double, or float for everything narrower.
    template <class Sum>
    static Sum value(const LtMatrices& of, cublasOperation_t op, long batch, long i, long j) {
        if (op != CUBLAS_OP_N) std::swap(i, j);
        return Sum(element(of.data, of.layout.type, of.at(batch, i, j)));
    }
    template <class Sum>
    void multiply(Sum by, Sum keep) const {
        const long m = long(d.layout.rows), n = long(d.layout.columns);
        const long k = shape(how.a, long(a.layout.rows), long(a.layout.columns)).second;
        std::vector<Sum> left(m * k), sums(m);
        for (long batch = 0; batch < d.layout.batch; ++batch) {
            for (long l = 0; l < k; ++l)
                for (long i = 0; i < m; ++i) left[i + l * m] = value<Sum>(a, how.a, batch, i, l);
            for (long j = 0; j < n; ++j) {
                std::fill(sums.begin(), sums.end(), Sum{});
                for (long l = 0; l < k; ++l) {
                    const Sum factor = value<Sum>(b, how.b, batch, l, j);
                    for (long i = 0; i < m; ++i) sums[i] += left[i + l * m] * factor;
                }
                for (long i = 0; i < m; ++i) finish(batch, i, j, by * sums[i], keep);
            }
        }
    }
    // Stores element (i, j), of which x is the product.
    template <class Sum>
    void finish(long batch, long i, long j, Sum x, Sum keep) const {
        if (keep != Sum{}) x += keep * value<Sum>(c, CUBLAS_OP_N, batch, i, j);
        if (has_bias(how)) x += Sum(element(how.bias, d.layout.type, i));
        store(d.data, d.layout.type, d.at(batch, i, j), behind(how, x));
    }
};

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
    return make_lt(desc, {computeType, scaleType});
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
    return refuse_lt(__func__, __builtin_return_address(0), "attribute " + std::to_string(attr));
}

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType_t type,
                                          uint64_t rows, uint64_t cols, int64_t ld) {
    return make_lt(layout, {type, rows, cols, ld});
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
    return refuse_lt(__func__, __builtin_return_address(0), "attribute " + std::to_string(attr));
}

cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* pref) {
    return make_lt(pref, {});
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
        !results || !returnedAlgoCount)
        return CUBLAS_STATUS_INVALID_VALUE;
    *returnedAlgoCount = 0;
    const LtDescription product{*desc, *Adesc, *Bdesc, *Cdesc, *Ddesc};
    const auto status = judge(product, __func__, __builtin_return_address(0));
    if (status != CUBLAS_STATUS_SUCCESS) return status;
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
    if (!Cdesc) Cdesc = Ddesc;
    if (!desc || !alpha || !Adesc || !Bdesc || !beta || !Ddesc ||
        (has_bias(*desc) && !desc->bias) || (C == D && *Cdesc != *Ddesc))
        return CUBLAS_STATUS_INVALID_VALUE;
    const void* const pc = __builtin_return_address(0);
    const auto status = judge({*desc, *Adesc, *Bdesc, *Cdesc, *Ddesc}, __func__, pc);
    if (status != CUBLAS_STATUS_SUCCESS) return status;
    const LtProduct product{*desc,
                            {"alpha", alpha, *desc},
                            {"beta", beta, *desc},
                            {"A", const_cast<void*>(A), *Adesc},
                            {"B", const_cast<void*>(B), *Bdesc},
                            {"C", const_cast<void*>(C), *Cdesc},
                            {"D", D, *Ddesc}};
    const auto work = [product](LibraryCall& action) { product.carry_out(action); };
    return submit(__func__, stream, pc, work) ? CUBLAS_STATUS_SUCCESS
                                              : CUBLAS_STATUS_EXECUTION_FAILED;
}
