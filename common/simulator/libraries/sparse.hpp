// cuSPARSE's handle and what its descriptors describe; shared by its functions.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "cusparse.h"
#include "simulator/libraries/library_call.hpp"

struct cusparseContext {
    cudaStream_t stream = nullptr;
    cusparsePointerMode_t pointer_mode = CUSPARSE_POINTER_MODE_HOST;
};

struct cusparseDnVecDescr {
    std::int64_t size;
    void* values;
    cudaDataType type;
};

struct cusparseSpVecDescr {
    std::int64_t size, nonzeros;
    void *indices, *values;
    cusparseIndexType_t index_type;
    cusparseIndexBase_t base;
    cudaDataType type;
};

struct cusparseDnMatDescr {
    std::int64_t rows, columns, leading;
    void* values;
    cudaDataType type;
    cusparseOrder_t order;
};

struct cusparseSpMatDescr {
    cusparseFormat_t format;
    std::int64_t rows, columns, nonzeros;
    // Of CSR: the rows' offsets and the elements' columns. Of CSC: the columns' offsets and the
    // elements' rows. Of COO: the elements' rows and columns.
    void *outer, *inner, *values;
    cusparseIndexType_t outer_type, inner_type;
    cusparseIndexBase_t base;
    cudaDataType type;
    cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
    cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;

    // The rows of CSR, the columns of CSC.
    std::int64_t lines() const { return format == CUSPARSE_FORMAT_CSC ? columns : rows; }
    bool has_offsets() const { return format != CUSPARSE_FORMAT_COO; }
};

struct cusparseSpSVDescr {
    const void* analysed = nullptr;  // the matrix's values
};
struct cusparseSpSMDescr {
    const void* analysed = nullptr;
};

// What has been computed of A B, until it is copied into C: a row's columns and values.
struct cusparseSpGEMMDescr {
    std::vector<std::map<std::int64_t, double>> rows;
    std::int64_t products = 0;
};

namespace cusim::libraries {

bool is_handle(cusparseHandle_t handle);
bool is_real(cudaDataType type);
std::size_t size_of(cusparseIndexType_t type);

// One call of a cuSPARSE function.
struct SparseCall {
    cusparseHandle_t handle;
    const char* function;
    const void* pc;

    cusparseStatus_t submit(std::function<void(LibraryCall&)> action) const;
    // The same, and the host waits for it.
    cusparseStatus_t submit_and_wait(std::function<void(LibraryCall&)> action) const;
    bool on_device() const { return handle->pointer_mode == CUSPARSE_POINTER_MODE_DEVICE; }
};

// The descriptors that the program has created and not destroyed.
template <class Descriptor>
std::set<const Descriptor*>& live_descriptors() {
    static auto& all = *new std::set<const Descriptor*>;
    return all;
}
// Whether all are there; reports one that is none, which cuSPARSE would follow.
template <class... Descriptor>
bool are_there(const SparseCall& call, const Descriptor*... descriptors) {
    if (!(... && descriptors)) return false;
    if ((... && live_descriptors<Descriptor>().contains(descriptors))) return true;
    report_misuse(report::FindingKind::use_after_free, call.function, call.pc,
                  "a descriptor among its arguments has been destroyed, or was never created",
                  report::Variant::descriptor);
    return false;
}

// Integers in device memory, of a type known only at run time.
class Indices {
  public:
    Indices(void* data, cusparseIndexType_t type) : data_(data), type_(type) {}
    std::int64_t operator[](std::int64_t i) const {
        return type_ == CUSPARSE_INDEX_64I ? static_cast<std::int64_t*>(data_)[i]
                                           : static_cast<std::int32_t*>(data_)[i];
    }
    void set(std::int64_t i, std::int64_t value) const {
        if (type_ == CUSPARSE_INDEX_64I)
            static_cast<std::int64_t*>(data_)[i] = value;
        else
            static_cast<std::int32_t*>(data_)[i] = std::int32_t(value);
    }
    Operand operand(const char* name, std::int64_t count) const {
        const std::size_t bytes = std::size_t(count) * size_of(type_);
        return {name, data_, bytes, 1, bytes};
    }

  private:
    void* data_;
    cusparseIndexType_t type_;
};

// These report what lies outside of a matrix, and end the operation. Element k of the operand
// `name` is the index `at`, counted from 0:
inline void require_index(const LibraryCall& call, std::int64_t at, std::int64_t size,
                          const char* name, std::int64_t k) {
    if (at >= 0 && at < size) return;
    call.stop(report::FindingKind::out_of_bounds,
              "of " + std::string(name) + ", number " + std::to_string(k) + " is " +
                  std::to_string(at) + " (from 0), and the matrix has " + std::to_string(size));
}
// By the offsets, a line has the elements from `first` to before `end`:
inline void require_range(const LibraryCall& call, std::int64_t line, std::int64_t first,
                          std::int64_t end, std::int64_t nonzeros) {
    if (first == end || (first >= 0 && end <= nonzeros)) return;
    call.stop(report::FindingKind::out_of_bounds,
              "the offsets say that line " + std::to_string(line) + " has the elements " +
                  std::to_string(first) + " to " + std::to_string(end - 1) +
                  ", and the matrix has " + std::to_string(nonzeros));
}

// The elements of a sparse matrix.
template <class T>
class SparseElements {
  public:
    SparseElements(const cusparseSpMatDescr& matrix) : matrix_(matrix) {}

    void declare(LibraryCall& call) const {
        declare_places(call);
        call.reads(operand<T>("the values", matrix_.values, matrix_.nonzeros));
    }
    void declare_places(LibraryCall& call) const {
        const std::int64_t count = matrix_.nonzeros;
        if (matrix_.has_offsets())
            call.reads(outer().operand("the offsets", matrix_.lines() + 1));
        else
            call.reads(outer().operand("the rows", count));
        call.reads(inner().operand(inner_name(), count));
    }

    // Calls use(row, column, value) for each element in the order of storage. If an element is
    // outside of the matrix, or an offset beyond its elements, this is reported.
    template <class Use>
    void each(const LibraryCall& call, Use use) const {
        const auto* values = static_cast<const T*>(matrix_.values);
        each_place(call, [&](std::int64_t row, std::int64_t column, std::int64_t k) {
            use(row, column, values[k]);
        });
    }
    // The same, with the place of the value among the values.
    template <class Use>
    void each_place(const LibraryCall& call, Use use) const {
        const std::int64_t base = matrix_.base;
        const auto element = [&](std::int64_t line, std::int64_t k) {
            const std::int64_t at = inner()[k] - base;
            const bool down = matrix_.format == CUSPARSE_FORMAT_CSC;
            require_index(call, at, down ? matrix_.rows : matrix_.columns, inner_name(), k);
            if (down)
                use(at, line, k);
            else
                use(line, at, k);
        };
        if (!matrix_.has_offsets()) {
            for (std::int64_t k = 0; k < matrix_.nonzeros; ++k) {
                const std::int64_t row = outer()[k] - base;
                require_index(call, row, matrix_.rows, "the rows", k);
                element(row, k);
            }
            return;
        }
        for (std::int64_t line = 0; line < matrix_.lines(); ++line) {
            const std::int64_t first = outer()[line] - base, end = outer()[line + 1] - base;
            require_range(call, line, first, end, matrix_.nonzeros);
            for (std::int64_t k = first; k < end; ++k) element(line, k);
        }
    }

    Indices outer() const { return {matrix_.outer, matrix_.outer_type}; }
    Indices inner() const { return {matrix_.inner, matrix_.inner_type}; }
    const char* inner_name() const {
        return matrix_.format == CUSPARSE_FORMAT_CSC ? "the rows" : "the columns";
    }

  private:
    const cusparseSpMatDescr& matrix_;
};

// A dense matrix in either order.
template <class T>
class DenseElements {
  public:
    DenseElements(const cusparseDnMatDescr& matrix) : matrix_(matrix) {}
    T& operator()(std::int64_t i, std::int64_t j) const {
        auto* values = static_cast<T*>(matrix_.values);
        return matrix_.order == CUSPARSE_ORDER_COL ? values[i + j * matrix_.leading]
                                                   : values[i * matrix_.leading + j];
    }
    Operand operand(const char* name) const {
        const bool down = matrix_.order == CUSPARSE_ORDER_COL;
        return {name, matrix_.values, (down ? matrix_.rows : matrix_.columns) * sizeof(T),
                std::size_t(down ? matrix_.columns : matrix_.rows), matrix_.leading * sizeof(T)};
    }

  private:
    const cusparseDnMatDescr& matrix_;
};

}  // namespace cusim::libraries
