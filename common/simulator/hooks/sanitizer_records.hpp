// What compilers tell a handler of -fsanitize of a place and of a type, in their layout.
#pragma once

#include <cstdint>

namespace cusim::hooks {

struct SourceLocation {
    const char* file;
    std::uint32_t line, column;
};

struct TypeDescriptor {
    std::uint16_t kind;  // 0: integer, 1: floating point
    std::uint16_t info;  // integers: bit 0 signed, the other bits log2 of the width; else the width
    char name[1];

    bool is_signed() const { return info & 1; }
    unsigned width() const { return kind == 0 ? 1u << (info >> 1) : info; }
};

// An integer of up to 64 bits that is passed by value: its upper bits may be sign-extended,
// zero-extended or undefined.
inline std::int64_t integer_of(std::uintptr_t handle, const TypeDescriptor& type) {
    if (type.width() >= 64) return static_cast<std::int64_t>(handle);
    const unsigned unused = 64 - type.width();
    const std::uint64_t top = std::uint64_t{handle} << unused;
    return type.is_signed() ? static_cast<std::int64_t>(top) >> unused
                            : static_cast<std::int64_t>(top >> unused);
}

}  // namespace cusim::hooks
