// What is in front of a kernel's entry, by which it differs from a function of the program's own.
// simcc puts it there (simcc/machine/announce.hpp), and so does the compiler where it compiles a
// kernel without simcc: [[gnu::patchable_function_entry(16, 16)]].
#pragma once

#include <array>
#include <cstddef>

namespace cusim::memory {

// One-byte nops, of which compilers and linkers use no more than one: they fill gaps with longer
// ones. So many that the entry stays aligned.
inline constexpr std::size_t kernel_mark_bytes = 16;
inline constexpr unsigned char kernel_mark_byte = 0x90;

inline constexpr std::array<unsigned char, kernel_mark_bytes> kernel_mark = [] {
    std::array<unsigned char, kernel_mark_bytes> mark{};
    mark.fill(kernel_mark_byte);
    return mark;
}();

}  // namespace cusim::memory
