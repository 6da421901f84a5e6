// Copies and fills of boxes: cudaMemcpy3D and cudaMemset3D.
#include "cusim/runtime_api.hpp"
#include "simulator/api/array.hpp"
#include "simulator/api/copy.hpp"
#include "simulator/api/status.hpp"

using namespace cusim;

namespace {

// One end of a copy: where it begins, and the bytes from row to row and from slice to slice.
struct End {
    char* at = nullptr;
    std::size_t pitch = 0, slice = 0;
};

End end_of(const cudaArray* array, const cudaPitchedPtr& pointer, const cudaPos& position) {
    if (array) return {array->at(position), array->pitch, array->pitch * array->rows()};
    const std::size_t slice = pointer.pitch * pointer.ysize;
    if (!pointer.ptr) return {};
    return {static_cast<char*>(pointer.ptr) + position.z * slice + position.y * pointer.pitch +
                position.x,
            pointer.pitch, slice};
}

bool fits(const cudaArray* array, const cudaPos& position, const cudaExtent& extent) {
    return !array || (api::is_array(array) && position.x + extent.width <= array->extent.width &&
                      position.y + extent.height <= array->rows() &&
                      position.z + extent.depth <= array->slices());
}

cudaError_t refuse_box() {
    return api::call([] { return cudaErrorInvalidValue; });
}

}  // namespace

cudaError_t cusim::api::copy_box(const cudaMemcpy3DParms* p, cudaStream_t stream, bool wait,
                                 const void* pc) {
    if (!p || (p->srcArray && p->srcPtr.ptr) || (p->dstArray && p->dstPtr.ptr) ||
        !fits(p->srcArray, p->srcPos, p->extent) || !fits(p->dstArray, p->dstPos, p->extent))
        return refuse_box();
    const cudaArray* const array = p->srcArray ? p->srcArray : p->dstArray;
    const std::size_t width = p->extent.width * (array ? array->element() : 1);
    const End from = end_of(p->srcArray, p->srcPtr, p->srcPos);
    const End to = end_of(p->dstArray, p->dstPtr, p->dstPos);
    return api::copy({.to = to.at,
                      .from = from.at,
                      .rows = {width, p->extent.height, to.pitch, from.pitch},
                      .kind = p->kind,
                      .stream = stream,
                      .wait = wait,
                      .pc = pc,
                      .slices = {p->extent.depth, to.slice, from.slice}});
}

namespace {

cudaError_t fill_box(const cudaPitchedPtr& to, int value, const cudaExtent& extent,
                     cudaStream_t stream, bool wait, const void* pc) {
    if (extent.width > to.pitch) return refuse_box();
    return api::fill({.to = to.ptr,
                      .rows = {extent.width, extent.height, to.pitch, to.pitch},
                      .stream = stream,
                      .wait = wait,
                      .pc = pc,
                      .slices = {extent.depth, to.pitch * to.ysize, 0}},
                     value);
}

}  // namespace

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
    return api::copy_box(parameters, nullptr, true, __builtin_return_address(0));
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
    return api::copy_box(parameters, stream, false, __builtin_return_address(0));
}
cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
    return fill_box(to, value, extent, nullptr, true, __builtin_return_address(0));
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent,
                              cudaStream_t stream) {
    return fill_box(to, value, extent, stream, false, __builtin_return_address(0));
}
