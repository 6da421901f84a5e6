// A texture object: where its elements lie, what form they have, and how it was asked to read them.
// api/ makes and destroys objects; fetch.cpp reads through them.
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
    const void* pc = nullptr;          // where it was made
    std::size_t pitch = 0, slice = 0;  // bytes from row to row, from slice to slice
    // The launches that have read through it and may not be over, by their first epochs.
    mutable std::vector<trace::Epoch> read_in;

    memory::Address at(int x, int y, int z) const {
        return base + std::size_t(z) * slice + std::size_t(y) * pitch + std::size_t(x) * element;
    }
    bool is_linear() const { return resource.resType == cudaResourceTypeLinear; }
    // Integers read as floats between 0 (or -1) and 1.
    bool normalizes() const {
        return how.readMode == cudaReadModeNormalizedFloat &&
               format.f != cudaChannelFormatKindFloat;
    }
};

// Handles are never reused, so that a destroyed object is known for what it is.
cudaTextureObject_t add(const Texture& texture);
bool remove(cudaTextureObject_t object);
// nullptr where there is no such object (any more).
const Texture* find(cudaTextureObject_t object);
bool was_removed(cudaTextureObject_t object);
const std::map<cudaTextureObject_t, Texture>& live();

}  // namespace cusim::texture
