// Copies and fills. Both ends must be of the kind of memory that the call says, and hold as many
// bytes. Otherwise the copy is reported, and refused as CUDA refuses it.
#pragma once

#include <cstdint>

#include "cusim/runtime_api.hpp"
#include "simulator/api/memory/transfer.hpp"

namespace cusim::api {

cudaError_t copy(const Transfer& transfer, const char* name = __builtin_FUNCTION());

// How many copies between host and device memory the program has made so far. Copies of a few
// constants to the device count like flags: see race::host_has_handed_over.
std::uint64_t copies_across();

// For memory that becomes the host's own, with what kernels have stored there: has the effect of a
// copy.
void note_given_back();

// The number of copies and fills within device memory so far, and the bytes that they read and
// wrote.
struct Moved {
    std::uint64_t times = 0, bytes = 0;
};
Moved moved_within();

// Copies between host and device made while one lives are not the program's own, and count as none.
class Uncounted {
  public:
    Uncounted();
    ~Uncounted();
    Uncounted(const Uncounted&) = delete;
    Uncounted& operator=(const Uncounted&) = delete;
};

// Implements cudaMemcpy3D, called at `pc`.
cudaError_t copy_box(const cudaMemcpy3DParms* parameters, cudaStream_t stream, bool wait,
                     const void* pc);

cudaError_t fill(const Transfer& transfer, int value, const char* name = __builtin_FUNCTION());

}  // namespace cusim::api
