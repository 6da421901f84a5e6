// Surface objects: made from arrays that were made for them.
#include "cusim/surface.hpp"

#include "simulator/api/calls/handles.hpp"
#include "simulator/api/calls/refused_call.hpp"
#include "simulator/api/calls/status.hpp"
#include "simulator/api/memory/array.hpp"
#include "simulator/texture/surface.hpp"

using namespace cusim;

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource) {
    const void* const pc = __builtin_return_address(0);
    return api::call([&] {
        if (!object || !resource) return cudaErrorInvalidValue;
        if (resource->resType != cudaResourceTypeArray) return cudaErrorInvalidValue;
        const cudaArray_t array = resource->res.array.array;
        if (!api::is_array(array)) return cudaErrorInvalidResourceHandle;
        if (!(array->flags & cudaArraySurfaceLoadStore))
            return api::refuse_call(
                cudaErrorInvalidValue,
                "the array was made without cudaArraySurfaceLoadStore, which surfaces need", pc,
                "cudaCreateSurfaceObject");
        const cudaSurfaceObject_t made =
            texture::add_surface({array, array->base, int(array->extent.width * array->element()),
                                  int(array->rows()), int(array->slices()), array->pitch});
        api::handle_made(made, api::HandleKind::surface_object, pc);
        return api::put(object, made);
    });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) {
    return api::call_to_free([&] {
        if (object == 0) return cudaSuccess;
        if (!texture::remove_surface(object)) return cudaErrorInvalidValue;
        api::handle_ended(object);
        return cudaSuccess;
    });
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaSurfaceObject_t object) {
    return api::call([&] {
        const texture::Surface* const surface = texture::find_surface(object);
        if (!surface) return cudaErrorInvalidValue;
        cudaResourceDesc found{};
        found.resType = cudaResourceTypeArray;
        found.res.array.array = surface->array;
        return api::put(resource, found);
    });
}
