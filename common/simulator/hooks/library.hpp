// Functions of the C and C++ libraries that access memory. They were compiled without hooks.
// Translated code calls those of the library_*.cpp instead (simcc/machine/announced_library.hpp
// lists them). Each announces what the library's function will read and write, then calls it. What
// a function writes only sometimes (the rest of a buffer, the end of a number) is announced only as
// far as it is written.
//
// Pointers to functions that the library will call are checked by the fence, if there is one.
//
// printf, scanf and the methods of std::string and of streams are not included; an audit reports
// what they access. Each function here stays on the stack while the library's runs, since an audit
// finds the caller that way.
#pragma once
#pragma GCC optimize("no-optimize-sibling-calls")

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "simulator/hooks/accesses.hpp"

#define PC __builtin_return_address(0)
#define ANNOUNCED(name) __announced_##name

namespace cusim::hooks {

inline void reads(const void* p, std::size_t size, const void* pc) {
    plain_range(p, size, trace::Op::read, pc);
}
inline void writes(const void* p, std::size_t size, const void* pc) {
    plain_range(p, size, trace::Op::write, pc);
}
// Includes the terminating zero.
inline void reads_text(const char* text, const void* pc) {
    reads(text, std::strlen(text) + 1, pc);
}
inline void reads_text(const char* text, std::size_t most, const void* pc) {
    reads(text, std::min(most, strnlen(text, most) + 1), pc);
}

}  // namespace cusim::hooks
