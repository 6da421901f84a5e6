#include "simulator/texture/taps.hpp"

#include <algorithm>
#include <cmath>

namespace cusim::texture {

namespace {

int remainder(int i, int period) {
    const int r = i % period;
    return r < 0 ? r + period : r;
}

// Wrap and mirror modes need normalized coordinates; with others, coordinates are clamped.
int element(int i, const Dimension& dimension) {
    const int n = dimension.size;
    switch (dimension.mode) {
        case cudaAddressModeBorder:
            return i >= 0 && i < n ? i : outside;
        case cudaAddressModeWrap:
            if (dimension.normalized) return remainder(i, n);
            break;
        case cudaAddressModeMirror:
            if (dimension.normalized)
                return std::min(remainder(i, 2 * n), 2 * n - 1 - remainder(i, 2 * n));
            break;
        case cudaAddressModeClamp:
            break;
    }
    return std::clamp(i, 0, n - 1);
}

// Limits x to a range far beyond all sizes that an int can hold.
float bounded(float x) {
    constexpr float far = 1 << 28;
    return std::isnan(x) ? 0 : std::clamp(x, -far, far);
}

}  // namespace

Taps taps_of(float coordinate, const Dimension& dimension) {
    const float x = bounded(dimension.normalized ? coordinate * float(dimension.size) : coordinate);
    if (!dimension.linear) return {{{element(int(std::floor(x)), dimension), 1}, {}}, 1};

    const float from = std::floor(x - 0.5f);
    // The weight is a fixed-point number with 8 fractional bits.
    const float alpha = std::nearbyint((x - 0.5f - from) * 256) / 256;
    const Tap first{element(int(from), dimension), 1 - alpha};
    const Tap second{element(int(from) + 1, dimension), alpha};
    if (first.weight == 0) return {{second, {}}, 1};
    if (second.weight == 0) return {{first, {}}, 1};
    return {{first, second}, 2};
}

}  // namespace cusim::texture
