#include "simulator/texture/element.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace cusim::texture {

namespace {

float from_half(std::uint16_t half) {
    const int exponent = half >> 10 & 31, fraction = half & 1023;
    const float sign = half >> 15 ? -1 : 1;
    if (exponent == 31) return fraction ? std::nanf("") : sign * INFINITY;
    if (exponent == 0) return sign * std::ldexp(float(fraction), -24);
    return sign * std::ldexp(float(1024 + fraction), exponent - 25);
}

int channels(const cudaChannelFormatDesc& format) {
    return (format.x > 0) + (format.y > 0) + (format.z > 0) + (format.w > 0);
}

// Channel `i`, extended to 32 bits by zeros or by its sign.
std::uint32_t widened(const cudaChannelFormatDesc& format, const void* element, int i) {
    const int bits = format.x, bytes = bits / 8;
    std::uint32_t value = 0;
    std::memcpy(&value, static_cast<const char*>(element) + i * bytes, std::size_t(bytes));
    if (format.f != cudaChannelFormatKindSigned || bits == 32) return value;
    const int shift = 32 - bits;
    return std::uint32_t(std::int32_t(value << shift) >> shift);
}

float normalized(const cudaChannelFormatDesc& format, std::uint32_t value) {
    if (format.f == cudaChannelFormatKindUnsigned)
        return float(value) / float((1u << format.x) - 1);
    const float most = float((1u << (format.x - 1)) - 1);
    return std::max(float(std::int32_t(value)) / most, -1.0f);
}

}  // namespace

detail::Texel raw_channels(const Texture& texture, const void* element) {
    detail::Texel result{};
    const bool half = texture.format.f == cudaChannelFormatKindFloat && texture.format.x == 16;
    for (int i = 0; i < channels(texture.format); ++i) {
        result.channel[i] = widened(texture.format, element, i);
        if (half)
            result.channel[i] =
                std::bit_cast<std::uint32_t>(from_half(std::uint16_t(result.channel[i])));
    }
    return result;
}

std::array<float, 4> float_channels(const Texture& texture, const void* element) {
    const detail::Texel raw = raw_channels(texture, element);
    std::array<float, 4> result{};
    for (int i = 0; i < channels(texture.format); ++i)
        result[i] = texture.format.f == cudaChannelFormatKindFloat
                        ? std::bit_cast<float>(raw.channel[i])
                        : normalized(texture.format, raw.channel[i]);
    return result;
}

}  // namespace cusim::texture
