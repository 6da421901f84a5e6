// The bytes of an element as four channels.
#pragma once

#include <array>

#include "cusim/texture.hpp"
#include "simulator/texture/texture.hpp"

namespace cusim::texture {

// As the kernel gets them where nothing is filtered: floats as bits, integers widened.
detail::Texel raw_channels(const Texture& texture, const void* element);
// As filtering needs them: floats, integers normalized.
std::array<float, 4> float_channels(const Texture& texture, const void* element);

}  // namespace cusim::texture
