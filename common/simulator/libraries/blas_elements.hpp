// Elements of a type that is known only at run time: reals of 16, 32 and 64 bits, and integers of 8
// and 32.
#pragma once

#include <bit>
#include <cstdint>

#include "library_types.h"

namespace cusim::libraries {

// 0 for a type that is not supported.
inline std::size_t size_of(cudaDataType type) {
    switch (type) {
        case CUDA_R_8I:
            return 1;
        case CUDA_R_16F:
        case CUDA_R_16BF:
            return 2;
        case CUDA_R_32F:
        case CUDA_R_32I:
            return 4;
        case CUDA_R_64F:
            return 8;
        default:
            return 0;
    }
}

inline bool is_whole(cudaDataType type) {
    return type == CUDA_R_8I || type == CUDA_R_32I;
}

inline double element(const void* data, cudaDataType type, long i) {
    if (type == CUDA_R_16F) return double(static_cast<const _Float16*>(data)[i]);
    if (type == CUDA_R_32F) return static_cast<const float*>(data)[i];
    if (type == CUDA_R_64F) return static_cast<const double*>(data)[i];
    if (type == CUDA_R_8I) return static_cast<const std::int8_t*>(data)[i];
    if (type == CUDA_R_32I) return static_cast<const std::int32_t*>(data)[i];
    const std::uint32_t bits = static_cast<const std::uint16_t*>(data)[i];
    return std::bit_cast<float>(bits << 16);
}

// Rounds to nearest, ties to even.
inline std::uint16_t bfloat(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (value != value) return 0x7fff;
    return std::uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

inline void store(void* data, cudaDataType type, long i, double value) {
    if (type == CUDA_R_16F)
        static_cast<_Float16*>(data)[i] = _Float16(float(value));
    else if (type == CUDA_R_32F)
        static_cast<float*>(data)[i] = float(value);
    else if (type == CUDA_R_64F)
        static_cast<double*>(data)[i] = value;
    else if (type == CUDA_R_32I)
        static_cast<std::int32_t*>(data)[i] = std::int32_t(value);
    else
        static_cast<std::uint16_t*>(data)[i] = bfloat(float(value));
}

}  // namespace cusim::libraries
