// A surface object: an array that kernels write, too. api/ makes and destroys objects; surface.cpp
// finds the elements.
#pragma once

#include "cusim/surface.hpp"

namespace cusim::texture {

struct Surface {
    cudaArray_t array;
    char* base;
    int row_bytes, rows, slices;
    std::size_t pitch;  // bytes from row to row
};

// Handles are never reused, so that a destroyed object is known for what it is.
cudaSurfaceObject_t add_surface(const Surface& surface);
bool remove_surface(cudaSurfaceObject_t object);
// nullptr where there is no such object (any more).
const Surface* find_surface(cudaSurfaceObject_t object);

}  // namespace cusim::texture
