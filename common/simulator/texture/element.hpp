// Converts the bytes of an element to four channels.
#pragma once

#include <array>

#include "cusim/texture.hpp"
#include "simulator/texture/texture.hpp"

namespace cusim::texture {

// For unfiltered reads: floats as bits, integers extended to 32 bits.
detail::Texel raw_channels(const Texture& texture, const void* element);
// For filtering: floats, and integers normalized to floats.
std::array<float, 4> float_channels(const Texture& texture, const void* element);

}  // namespace cusim::texture
