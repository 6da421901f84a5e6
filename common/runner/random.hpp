// The arithmetic behind inputs.hpp for a single element, for host loops and for a kernel, which
// must generate the same numbers.
#pragma once

#include <cstdint>

#ifdef __CUDACC__
#define RUNNER_ON_EITHER_SIDE __host__ __device__
#else
#define RUNNER_ON_EITHER_SIDE
#endif

namespace runner {

// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): every bit of the result depends on every
// bit of the value.
RUNNER_ON_EITHER_SIDE inline std::uint64_t mix(std::uint64_t value) {
    value += 0x9e3779b97f4a7c15;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
    value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
    return value ^ (value >> 31);
}

/// The random bits of element i in a stream.
RUNNER_ON_EITHER_SIDE inline std::uint64_t bits_of(std::uint64_t stream, std::uint64_t i) {
    return mix(stream ^ mix(i));
}

/// Uniform in [-1, 1), with the 24 bits of a float: exact, so the same wherever it is computed.
RUNNER_ON_EITHER_SIDE inline float unit(std::uint64_t bits) {
    return static_cast<float>(static_cast<std::int64_t>(bits >> 40) - (1 << 23)) * 0x1p-23f;
}

}  // namespace runner

#undef RUNNER_ON_EITHER_SIDE
