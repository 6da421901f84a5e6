// CUDA arrays: memory that only copies and textures can access. In the simulator, an array is an
// ordinary allocation of rows, so that the checker watches it like any other.
#pragma once

#include "cusim/driver_types.hpp"

// Extents are in elements; 0 for a dimension that the array does not have.
struct cudaArray {
    char* base;
    cudaChannelFormatDesc format;
    cudaExtent extent;
    unsigned int flags;
    std::size_t pitch;  // bytes from row to row

    std::size_t element() const;
    std::size_t rows() const { return extent.height ? extent.height : 1; }
    std::size_t slices() const { return extent.depth ? extent.depth : 1; }
    char* at(const cudaPos& position) const {
        return base + (position.z * rows() + position.y) * pitch + position.x * element();
    }
};

namespace cusim::api {

// Bytes of an element; 0 if no texture can have this format.
std::size_t element_size(const cudaChannelFormatDesc& format);

bool is_array(cudaArray_const_t array);

}  // namespace cusim::api
