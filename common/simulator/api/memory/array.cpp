#include "simulator/api/memory/array.hpp"

#include <algorithm>
#include <set>

#include "cusim/runtime_api.hpp"
#include "simulator/api/calls/status.hpp"
#include "simulator/api/memory/copy.hpp"
#include "simulator/memory/device_memory.hpp"

using namespace cusim;

namespace {

// Alignment of rows: that of a texture over pitched memory.
constexpr std::size_t row_unit = 32;

std::set<cudaArray_const_t>& arrays() {
    static auto& live = *new std::set<cudaArray_const_t>;
    return live;
}

constexpr std::size_t most_elements = 131072;  // in any dimension, as on a device

cudaError_t create(cudaArray_t* array, const cudaChannelFormatDesc* format,
                   const cudaExtent& extent, unsigned int flags, const void* pc) {
    return api::call([&] {
        if (!array || !format || extent.width == 0) return cudaErrorInvalidValue;
        if ((flags & ~(cudaArraySurfaceLoadStore | cudaArrayTextureGather)) != 0)
            return cudaErrorNotSupported;  // layered arrays and cube maps
        const std::size_t element = api::element_size(*format);
        if (element == 0) return cudaErrorInvalidChannelDescriptor;
        if (extent.width > most_elements || extent.height > most_elements ||
            extent.depth > most_elements)
            return cudaErrorInvalidValue;
        cudaArray made{nullptr, *format, extent, flags,
                       (extent.width * element + row_unit - 1) / row_unit * row_unit};
        made.base = static_cast<char*>(memory::device().allocate(
            made.pitch * made.rows() * made.slices(), memory::MemoryKind::device, pc));
        if (!made.base) return cudaErrorMemoryAllocation;
        const cudaArray_t created = new cudaArray(made);
        arrays().insert(created);
        return api::put(array, created);
    });
}

// A copy between rows of the array, from byte `x` of row `y`, and linear memory.
api::Rows rows_of(std::size_t width, std::size_t height, std::size_t to_pitch,
                  std::size_t from_pitch) {
    return {.width = width, .height = height, .to_pitch = to_pitch, .from_pitch = from_pitch};
}

bool holds(cudaArray_const_t array, std::size_t x, std::size_t y, std::size_t width,
           std::size_t height) {
    return api::is_array(array) && x + width <= array->extent.width * array->element() &&
           y + height <= array->rows();
}

cudaError_t refuse(cudaArray_const_t array) {
    return api::call([&] {
        return api::is_array(array) ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
    });
}

cudaError_t to_array(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                     std::size_t pitch, std::size_t width, std::size_t height,
                     api::Transfer transfer) {
    if (!holds(to, x, y, width, height)) return refuse(to);
    transfer.to = to->at({0, y, 0}) + x;
    transfer.from = from;
    transfer.rows = rows_of(width, height, to->pitch, pitch);
    return api::copy(transfer);
}

cudaError_t from_array(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x,
                       std::size_t y, std::size_t width, std::size_t height,
                       api::Transfer transfer) {
    if (!holds(from, x, y, width, height)) return refuse(from);
    transfer.to = to;
    transfer.from = from->at({0, y, 0}) + x;
    transfer.rows = rows_of(width, height, pitch, from->pitch);
    return api::copy(transfer);
}

// Splits bytes that fill the rows one after the other, from byte `x` of row `y`: the rest of the
// first row, whole rows, the beginning of the last. Calls `copy_rows(x, y, offset, width, height)`
// for each part.
template <class CopyRows>
cudaError_t in_rows(cudaArray_const_t array, std::size_t x, std::size_t y, std::size_t size,
                    CopyRows copy_rows) {
    if (!api::is_array(array)) return refuse(array);
    const std::size_t row = array->extent.width * array->element();
    cudaError_t error = cudaSuccess;
    for (std::size_t done = 0; done < size && error == cudaSuccess;) {
        const std::size_t left = size - done;
        const bool whole = x == 0 && left >= row;
        const std::size_t width = whole ? row : std::min(left, row - std::min(x, row));
        const std::size_t height = whole ? left / row : 1;
        if (width == 0) return refuse(array);
        error = copy_rows(x, y, done, width, height);
        done += width * height;
        y += height;
        x = 0;
    }
    return error;
}

cudaError_t row_after_row(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                          std::size_t size, const api::Transfer& transfer) {
    return in_rows(to, x, y, size, [&](auto column, auto row, auto at, auto width, auto height) {
        return to_array(to, column, row, static_cast<const char*>(from) + at, width, width, height,
                        transfer);
    });
}
cudaError_t row_after_row(void* to, cudaArray_const_t from, std::size_t x, std::size_t y,
                          std::size_t size, const api::Transfer& transfer) {
    return in_rows(from, x, y, size, [&](auto column, auto row, auto at, auto width, auto height) {
        return from_array(static_cast<char*>(to) + at, width, from, column, row, width, height,
                          transfer);
    });
}

api::Transfer waiting(cudaMemcpyKind kind, const void* pc) {
    return {.rows = {}, .kind = kind, .pc = pc};
}
api::Transfer streamed(cudaMemcpyKind kind, cudaStream_t stream, const void* pc) {
    return {.rows = {}, .kind = kind, .stream = stream, .wait = false, .pc = pc};
}

}  // namespace

std::size_t api::element_size(const cudaChannelFormatDesc& format) {
    const int bits[] = {format.x, format.y, format.z, format.w};
    const int each = format.x;
    if (each != 8 && each != 16 && each != 32) return 0;
    std::size_t channels = 0;
    while (channels < 4 && bits[channels] == each) ++channels;
    for (std::size_t i = channels; i < 4; ++i)
        if (bits[i] != 0) return 0;
    if (channels == 3 || format.f < cudaChannelFormatKindSigned ||
        format.f > cudaChannelFormatKindFloat ||
        (format.f == cudaChannelFormatKindFloat && each == 8))
        return 0;
    return channels * std::size_t(each) / 8;
}

std::size_t cudaArray::element() const {
    return api::element_size(format);
}

bool api::is_array(cudaArray_const_t array) {
    return arrays().contains(array);
}

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) {
    return {x, y, z, w, f};
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* desc, cudaArray_const_t array) {
    return api::call([&] {
        if (!desc || !api::is_array(array)) return cudaErrorInvalidValue;
        return api::put(desc, array->format);
    });
}

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, size_t width,
                            size_t height, unsigned int flags) {
    return create(array, desc, {width, height, 0}, flags, __builtin_return_address(0));
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* desc,
                              cudaExtent extent, unsigned int flags) {
    return create(array, desc, extent, flags, __builtin_return_address(0));
}

cudaError_t cudaFreeArray(cudaArray_t array) {
    const void* const pc = __builtin_return_address(0);
    return api::call_to_free([&] {
        if (!array) return cudaSuccess;
        if (arrays().erase(array) == 0) return cudaErrorInvalidResourceHandle;
        memory::device().free(array->base, pc);
        return cudaSuccess;
    });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* desc, cudaExtent* extent, unsigned int* flags,
                             cudaArray_t array) {
    return api::call([&] {
        if (!api::is_array(array)) return cudaErrorInvalidResourceHandle;
        api::put_if_asked(desc, array->format);
        api::put_if_asked(extent, array->extent);
        api::put_if_asked(flags, array->flags);
        return cudaSuccess;
    });
}

#define PC __builtin_return_address(0)

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t size,
                              cudaMemcpyKind kind) {
    return row_after_row(to, x, y, from, size, waiting(kind, PC));
}
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y, size_t size,
                                cudaMemcpyKind kind) {
    return row_after_row(to, from, x, y, size, waiting(kind, PC));
}
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from,
                                   size_t size, cudaMemcpyKind kind, cudaStream_t stream) {
    return row_after_row(to, x, y, from, size, streamed(kind, stream, PC));
}
cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, size_t x, size_t y,
                                     size_t size, cudaMemcpyKind kind, cudaStream_t stream) {
    return row_after_row(to, from, x, y, size, streamed(kind, stream, PC));
}
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch,
                                size_t width, size_t height, cudaMemcpyKind kind) {
    return to_array(to, x, y, from, pitch, width, height, waiting(kind, PC));
}
cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t x,
                                  size_t y, size_t width, size_t height, cudaMemcpyKind kind) {
    return from_array(to, pitch, from, x, y, width, height, waiting(kind, PC));
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from,
                                     size_t pitch, size_t width, size_t height, cudaMemcpyKind kind,
                                     cudaStream_t stream) {
    return to_array(to, x, y, from, pitch, width, height, streamed(kind, stream, PC));
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from, size_t x,
                                       size_t y, size_t width, size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream) {
    return from_array(to, pitch, from, x, y, width, height, streamed(kind, stream, PC));
}
