// One copy or fill, as a call asks for it.
#pragma once

#include <cstddef>

#include "cusim/runtime_api.hpp"

namespace cusim::api {

// Rows of `width` bytes, `pitch` bytes apart. A plain copy is one row.
struct Rows {
    std::size_t width = 0, height = 1;
    std::size_t to_pitch = 0, from_pitch = 0;

    static Rows one(std::size_t size) { return {size, 1, size, size}; }
};

// The slices of a box, each consisting of rows. Any other copy is one slice.
struct Slices {
    std::size_t depth = 1, to_pitch = 0, from_pitch = 0;
};

// The bytes that there are from each pointer on, where the compiler has seen the host's array.
struct SeenRoom {
    std::size_t to = ~std::size_t{0}, from = ~std::size_t{0};
};

struct Transfer {
    void* to = nullptr;
    const void* from = nullptr;  // nullptr for a fill
    Rows rows;
    cudaMemcpyKind kind = cudaMemcpyDefault;
    cudaStream_t stream = nullptr;
    bool wait = true;          // as the call says; see wait_of()
    const void* pc = nullptr;  // return address of the API call
    Slices slices = {};
    SeenRoom seen = {};
};

}  // namespace cusim::api
