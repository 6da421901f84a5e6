// A texture object: the address and format of its elements, and how to read them. api/ creates and
// destroys the objects; fetch.cpp reads through them.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "cusim/texture_types.hpp"
#include "simulator/memory/layout.hpp"
#include "simulator/trace/thread.hpp"

namespace cusim::texture {

struct Texture {
    cudaResourceDesc resource{};
    cudaTextureDesc how{};

    memory::Address base = 0;
    cudaChannelFormatDesc format{};
    std::size_t element = 0;  // bytes
    int size[3] = {1, 1, 1};  // in elements
    int dimensions = 1;
    const void* pc = nullptr;          // the call that created it
    std::size_t pitch = 0, slice = 0;  // bytes from row to row, from slice to slice
    // Launches that have read through the object and may not have ended, by their first epochs.
    mutable std::vector<trace::Epoch> read_in;

    memory::Address at(int x, int y, int z) const {
        return base + std::size_t(z) * slice + std::size_t(y) * pitch + std::size_t(x) * element;
    }
    bool is_linear() const { return resource.resType == cudaResourceTypeLinear; }
    // Whether integers are read as floats between 0 (or -1) and 1.
    bool normalizes() const {
        return how.readMode == cudaReadModeNormalizedFloat &&
               format.f != cudaChannelFormatKindFloat;
    }
};

// Handles are never reused, so that the use of a destroyed object is detected.
cudaTextureObject_t add(const Texture& texture);
bool remove(cudaTextureObject_t object);
// Returns nullptr if the object does not exist or was destroyed.
const Texture* find(cudaTextureObject_t object);
bool was_removed(cudaTextureObject_t object);
const std::map<cudaTextureObject_t, Texture>& live();

}  // namespace cusim::texture
