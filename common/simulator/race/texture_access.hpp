// What a texture fetch reads, one call a fetch. Each element is checked as a plain read is; beyond
// that, textures have a rule of their own: they do not see what the same launch wrote. Nor does
// __ldg, which goes the same way.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "simulator/memory/layout.hpp"
#include "simulator/trace/thread.hpp"

namespace cusim::race {

struct TextureAccess {
    enum How : std::uint8_t { fetch, sample };  // tex1Dfetch; tex1D, tex2D, tex3D
    How how;
    // Of the elements that are read: one, or those that filtering blends, x fastest. Elements
    // outside (border) and without weight are not read.
    std::span<const memory::Address> elements;
    unsigned bytes;  // of an element
    const void* pc;
};

// By current_actor, before the elements are read.
void texture_access(const TextureAccess& access);

// The running launch becomes one of those that have read through an object, by their first epochs.
void note_reader(std::vector<trace::Epoch>& launches);
// cudaFree waits for all launches before it frees.
void note_waiting_free();
// By the host, before it destroys the object `what`, at `pc`: CUDA leaves undefined what a launch
// then reads.
void check_is_unread(const std::vector<trace::Epoch>& launches, const std::string& what,
                     const void* pc);

// By running_thread, before a plain read of these bytes by __ldg.
void read_only_access(memory::Address a, unsigned size, const void* pc);

}  // namespace cusim::race
