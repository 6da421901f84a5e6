// The elements along one dimension that a texture coordinate selects, with their weights. CUDA's
// addressing and filtering, as the programming guide defines them ("Texture Fetching"). Pure
// functions.
#pragma once

#include "cusim/texture_types.hpp"

namespace cusim::texture {

struct Tap {
    int index = 0;  // `outside` stands for the border colour
    float weight = 1;
};
constexpr int outside = -1;

// One tap, or the two that linear filtering blends. A tap with weight 0 is left out.
struct Taps {
    Tap tap[2];
    int count = 1;
};

struct Dimension {
    int size = 0;  // in elements
    cudaTextureAddressMode mode = cudaAddressModeClamp;
    bool normalized = false;
    bool linear = false;
};

Taps taps_of(float coordinate, const Dimension& dimension);

}  // namespace cusim::texture
