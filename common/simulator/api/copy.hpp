// Copies and fills. Both ends must be of the kind of memory that the call says, and hold as many
// bytes. Otherwise the copy is reported, and refused as CUDA refuses it.
#pragma once

#include <cstdint>

#include "cusim/runtime_api.hpp"

namespace cusim::api {

// Rows of `width` bytes, `pitch` bytes apart. A plain copy is one row.
struct Rows {
    std::size_t width = 0, height = 1;
    std::size_t to_pitch = 0, from_pitch = 0;
};

// The slices of a box, each consisting of rows. Any other copy is one slice.
struct Slices {
    std::size_t depth = 1, to_pitch = 0, from_pitch = 0;
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
};

cudaError_t copy(const Transfer& transfer, const char* name = __builtin_FUNCTION());

// How many copies between host and device memory the program has made so far.
std::uint64_t copies_across();

// The number of copies and fills within device memory so far, and the bytes that they read and
// wrote.
struct Moved {
    std::uint64_t times = 0, bytes = 0;
};
Moved moved_within();

// Implements cudaMemcpy3D, called at `pc`.
cudaError_t copy_box(const cudaMemcpy3DParms* parameters, cudaStream_t stream, bool wait,
                     const void* pc);

cudaError_t fill(const Transfer& transfer, int value, const char* name = __builtin_FUNCTION());

}  // namespace cusim::api
