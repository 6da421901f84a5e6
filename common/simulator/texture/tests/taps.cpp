// Texture coordinates in one dimension, and the formats of elements.
#include "simulator/texture/taps.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <initializer_list>
#include <limits>

#include "simulator/texture/element.hpp"

using namespace cusim::texture;

namespace {

Dimension points(cudaTextureAddressMode mode, bool normalized = false) {
    return {.size = 4, .mode = mode, .normalized = normalized, .linear = false};
}
Dimension lines(cudaTextureAddressMode mode, bool normalized = false) {
    return {.size = 4, .mode = mode, .normalized = normalized, .linear = true};
}
int index_at(float x, const Dimension& dimension) {
    const Taps taps = taps_of(x, dimension);
    CHECK(taps.count == 1);
    CHECK(taps.tap[0].weight == 1);
    return taps.tap[0].index;
}

Texture of_format(int bits, cudaChannelFormatKind kind, bool normalized = false) {
    Texture texture;
    texture.format = {bits, bits, 0, 0, kind};
    texture.how.readMode = normalized ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    return texture;
}

}  // namespace

TEST_CASE("a point coordinate means the element it lies in") {
    CHECK(index_at(0, points(cudaAddressModeClamp)) == 0);
    CHECK(index_at(0.999f, points(cudaAddressModeClamp)) == 0);
    CHECK(index_at(2.5f, points(cudaAddressModeClamp)) == 2);
    CHECK(index_at(0.625f, points(cudaAddressModeClamp, true)) == 2);
}

TEST_CASE("outside the texture, clamping takes the last element and border mode none") {
    CHECK(index_at(-3, points(cudaAddressModeClamp)) == 0);
    CHECK(index_at(17, points(cudaAddressModeClamp)) == 3);
    CHECK(index_at(-0.1f, points(cudaAddressModeBorder)) == outside);
    CHECK(index_at(4, points(cudaAddressModeBorder)) == outside);
    CHECK(index_at(3.9f, points(cudaAddressModeBorder)) == 3);
}

TEST_CASE("normalized coordinates wrap and mirror, others clamp instead") {
    CHECK(index_at(1.25f, points(cudaAddressModeWrap, true)) == 1);
    CHECK(index_at(-0.25f, points(cudaAddressModeWrap, true)) == 3);
    CHECK(index_at(1.25f, points(cudaAddressModeMirror, true)) == 2);
    CHECK(index_at(-0.125f, points(cudaAddressModeMirror, true)) == 0);
    CHECK(index_at(2.125f, points(cudaAddressModeMirror, true)) == 0);
    CHECK(index_at(9, points(cudaAddressModeWrap)) == 3);
    CHECK(index_at(-9, points(cudaAddressModeMirror)) == 0);
}

TEST_CASE("linear filtering blends the two elements round a coordinate") {
    const Taps taps = taps_of(1.75f, lines(cudaAddressModeClamp));
    REQUIRE(taps.count == 2);
    CHECK(taps.tap[0].index == 1);
    CHECK(taps.tap[0].weight == 0.75f);
    CHECK(taps.tap[1].index == 2);
    CHECK(taps.tap[1].weight == 0.25f);
    const Taps edge = taps_of(0.25f, lines(cudaAddressModeBorder));
    REQUIRE(edge.count == 2);
    CHECK(edge.tap[0].index == outside);
    CHECK(edge.tap[0].weight == 0.25f);
}

TEST_CASE("at the centre of an element its neighbour is not read") {
    CHECK(index_at(2.5f, lines(cudaAddressModeClamp)) == 2);
    CHECK(index_at(0.375f, lines(cudaAddressModeWrap, true)) == 1);
    CHECK(index_at(3.4999f, lines(cudaAddressModeClamp)) == 3);  // the weight rounds to one
}

TEST_CASE("weights have eight fractional bits") {
    for (const float x : {0.7f, 1.1f, 2.9f}) {
        const Taps taps = taps_of(x, lines(cudaAddressModeClamp));
        REQUIRE(taps.count == 2);
        CHECK(std::fmod(taps.tap[1].weight * 256, 1.0f) == 0);
        CHECK(taps.tap[0].weight + taps.tap[1].weight == 1);
    }
}

TEST_CASE("coordinates that are NaN or too large select some valid element") {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    CHECK(index_at(NAN, points(cudaAddressModeClamp)) == 0);
    CHECK(index_at(infinity, points(cudaAddressModeClamp)) == 3);
    CHECK(index_at(-infinity, points(cudaAddressModeBorder)) == outside);
    CHECK(index_at(infinity, points(cudaAddressModeWrap, true)) >= 0);
}

TEST_CASE("integer channels are widened with their sign, or normalized") {
    const signed char bytes[] = {-128, 127};
    CHECK(raw_channels(of_format(8, cudaChannelFormatKindSigned), bytes).channel[0] == 0xffffff80);
    CHECK(raw_channels(of_format(8, cudaChannelFormatKindUnsigned), bytes).channel[0] == 0x80);
    const auto fraction = float_channels(of_format(8, cudaChannelFormatKindSigned, true), bytes);
    CHECK(fraction[0] == -1);
    CHECK(fraction[1] == 1);
    CHECK(fraction[2] == 0);
    const unsigned short words[] = {65535, 0};
    CHECK(float_channels(of_format(16, cudaChannelFormatKindUnsigned, true), words)[0] == 1);
}

TEST_CASE("half precision elements become floats, including subnormal ones") {
    const unsigned short halves[][2] = {{0x3c00, 0xc000}, {0x0001, 0x7c00}};
    const Texture texture = of_format(16, cudaChannelFormatKindFloat);
    CHECK(float_channels(texture, halves[0])[0] == 1);
    CHECK(float_channels(texture, halves[0])[1] == -2);
    CHECK(float_channels(texture, halves[1])[0] == std::ldexp(1.0f, -24));
    CHECK(std::isinf(float_channels(texture, halves[1])[1]));
    CHECK(std::bit_cast<float>(raw_channels(texture, halves[0]).channel[0]) == 1);
}
