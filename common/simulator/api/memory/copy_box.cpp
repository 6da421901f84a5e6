// Copies and fills of boxes: cudaMemcpy3D and cudaMemset3D.
#include <string>

#include "cusim/runtime_api.hpp"
#include "simulator/api/calls/refused_call.hpp"
#include "simulator/api/calls/status.hpp"
#include "simulator/api/memory/array.hpp"
#include "simulator/api/memory/copy.hpp"

using namespace cusim;

namespace {

// One end of a copy: its first byte, and the bytes from row to row and from slice to slice.
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

std::string triple(std::size_t x, std::size_t y, std::size_t z) {
    return '(' + std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z) + ')';
}

// Why one end of the copy is invalid; empty if it is valid. `name`: "src" or "dst".
std::string misfit(const std::string& name, const cudaArray* array, const cudaPitchedPtr& pointer,
                   const cudaPos& at, const cudaExtent& extent) {
    if (!array) return {};
    if (pointer.ptr) return "both " + name + "Array and " + name + "Ptr are given";
    if (!api::is_array(array)) return name + "Array was not made by cudaMallocArray";
    if (at.x + extent.width <= array->extent.width && at.y + extent.height <= array->rows() &&
        at.z + extent.depth <= array->slices())
        return {};
    return "extent " + triple(extent.width, extent.height, extent.depth) + " from " + name +
           "Pos " + triple(at.x, at.y, at.z) + " on leads outside of " + name + "Array, which is " +
           triple(array->extent.width, array->rows(), array->slices()) +
           ": of an array, width and x count elements";
}

cudaError_t refuse_box(const std::string& reason, const void* pc, const char* name) {
    return api::call([&] {
        return reason.empty() ? cudaErrorInvalidValue
                              : api::refuse_call(cudaErrorInvalidValue, reason, pc, name);
    });
}

}  // namespace

cudaError_t cusim::api::copy_box(const cudaMemcpy3DParms* p, cudaStream_t stream, bool wait,
                                 const void* pc) {
    const char* const name = wait ? "cudaMemcpy3D" : "cudaMemcpy3DAsync";
    if (!p) return refuse_box("", pc, name);
    for (const std::string& reason : {misfit("src", p->srcArray, p->srcPtr, p->srcPos, p->extent),
                                      misfit("dst", p->dstArray, p->dstPtr, p->dstPos, p->extent)})
        if (!reason.empty()) return refuse_box(reason, pc, name);
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
    if (extent.width > to.pitch)
        return refuse_box("the extent's width of " + std::to_string(extent.width) +
                              " bytes is more than the pitch of " + std::to_string(to.pitch),
                          pc, wait ? "cudaMemset3D" : "cudaMemset3DAsync");
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
