// How the contents of memory that nothing has stored are recognised in a result. On the simulated
// device each word of them has the same highest byte: it is a large negative integer, or a float
// below -4e37. The other bits differ from address to address (race/findings/garbage.hpp).
#pragma once

#include <cstdint>

namespace cusim::memory {

inline constexpr std::uint32_t garbage_byte = 0xfe;

constexpr bool looks_like_garbage(std::uint32_t word) {
    return word >> 24 == garbage_byte;
}

}  // namespace cusim::memory
