// Checks texture fetches, one call for each fetch. Each element is checked like a plain read. In
// addition, a texture does not see what the same launch has written, nor does __ldg, which uses the
// same cache.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/memory/layout.hpp"
#include "simulator/trace/thread.hpp"

namespace cusim::race {

struct TextureAccess {
    enum How : std::uint8_t { fetch, sample };  // tex1Dfetch; tex1D, tex2D, tex3D
    How how;
    // The elements that are read: one, or those that filtering blends, x fastest. Elements outside
    // the texture (border), or with weight 0, are not read.
    std::span<const memory::Address> elements;
    unsigned bytes;  // of an element
    const void* pc;
};

// To be called before running_thread reads the elements.
void texture_access(const TextureAccess& access);

// To be called for a fetch of another type than the texture's elements have. `cause`: in words.
void note_fetch_of_another_type(std::string_view cause, unsigned bytes, const void* pc);

// To be called for tex1Dfetch of an element that the texture does not have, which reads nothing.
void note_fetch_outside(int element, int elements, unsigned bytes, const void* pc);

// Adds the running launch, by its first epoch, to the launches that have read through an object.
void note_reader(std::vector<trace::Epoch>& launches);
// To be called for cudaFree, which waits for all launches first.
void note_waiting_free();
// To be called before the host destroys the object `what` at `pc`. CUDA does not define what a
// launch that still runs then reads.
void check_is_unread(const std::vector<trace::Epoch>& launches, const std::string& what,
                     const void* pc);

// To be called before running_thread reads these bytes by __ldg, beside the check of a plain read.
void read_only_access(memory::Address a, unsigned size, const void* pc);

}  // namespace cusim::race
