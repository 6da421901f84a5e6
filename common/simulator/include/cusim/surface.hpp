// Surface objects: arrays that kernels read and write by element. The runtime says where an element
// lies; the access itself is made here, in the program's code, so that it is watched like any
// other. As in CUDA, x counts bytes.
#pragma once

#include "cusim/texture_types.hpp"

using cudaSurfaceObject_t = unsigned long long;

enum cudaSurfaceBoundaryMode {
    cudaBoundaryModeZero = 0,
    cudaBoundaryModeClamp = 1,
    cudaBoundaryModeTrap = 2,
};
enum cudaSurfaceFormatMode {
    cudaFormatModeForced = 0,
    cudaFormatModeAuto = 1,
};

extern "C" {
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object);
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaSurfaceObject_t object);
}

namespace cusim::detail {

struct SurfacePlace {
    int dimensions;
    int x, y, z;        // x in bytes
    unsigned int size;  // of the access
};
// Where the element lies; nullptr where it is outside and `boundary` is zero.
void* surface_element(cudaSurfaceObject_t object, SurfacePlace place,
                      cudaSurfaceBoundaryMode boundary);

template <class T>
inline __attribute__((always_inline)) T read_surface(cudaSurfaceObject_t object, SurfacePlace place,
                                                     cudaSurfaceBoundaryMode boundary) {
    const T* const element = static_cast<T*>(surface_element(object, place, boundary));
    return element ? *element : T{};
}
template <class T>
inline __attribute__((always_inline)) void write_surface(T value, cudaSurfaceObject_t object,
                                                         SurfacePlace place,
                                                         cudaSurfaceBoundaryMode boundary) {
    if (T* const element = static_cast<T*>(surface_element(object, place, boundary)))
        *element = value;
}

}  // namespace cusim::detail

#define CUSIM_SURFACE(dimensions, place, ...)                                            \
    template <class T>                                                                   \
    inline __attribute__((always_inline))                                                \
    T surf##dimensions##Dread(cudaSurfaceObject_t object, __VA_ARGS__,                   \
                              cudaSurfaceBoundaryMode boundary = cudaBoundaryModeTrap) { \
        return cusim::detail::read_surface<T>(object, place, boundary);                  \
    }                                                                                    \
    template <class T>                                                                   \
    inline __attribute__((always_inline)) void surf##dimensions##Dread(                  \
        T* result, cudaSurfaceObject_t object, __VA_ARGS__,                              \
        cudaSurfaceBoundaryMode boundary = cudaBoundaryModeTrap) {                       \
        *result = cusim::detail::read_surface<T>(object, place, boundary);               \
    }                                                                                    \
    template <class T>                                                                   \
    inline __attribute__((always_inline)) void surf##dimensions##Dwrite(                 \
        T value, cudaSurfaceObject_t object, __VA_ARGS__,                                \
        cudaSurfaceBoundaryMode boundary = cudaBoundaryModeTrap) {                       \
        cusim::detail::write_surface(value, object, place, boundary);                    \
    }
#define CUSIM_PLACE(...) (cusim::detail::SurfacePlace{__VA_ARGS__, sizeof(T)})
CUSIM_SURFACE(1, CUSIM_PLACE(1, x, 0, 0), int x)
CUSIM_SURFACE(2, CUSIM_PLACE(2, x, y, 0), int x, int y)
CUSIM_SURFACE(3, CUSIM_PLACE(3, x, y, z), int x, int y, int z)
#undef CUSIM_SURFACE
#undef CUSIM_PLACE
