// Block copies and fills of run-time size: compilers leave them to the C library, where no hook
// would see them, so simcc makes translated code call these instead.
#include <cstring>

#include "simulator/hooks/accesses.hpp"

using cusim::hooks::plain_range;
using cusim::trace::Op;

extern "C" {

void* __cusim_memcpy(void* to, const void* from, std::size_t size) {
    plain_range(from, size, Op::read, __builtin_return_address(0));
    plain_range(to, size, Op::write, __builtin_return_address(0));
    return std::memcpy(to, from, size);
}

void* __cusim_memmove(void* to, const void* from, std::size_t size) {
    plain_range(from, size, Op::read, __builtin_return_address(0));
    plain_range(to, size, Op::write, __builtin_return_address(0));
    return std::memmove(to, from, size);
}

void* __cusim_memset(void* to, int value, std::size_t size) {
    plain_range(to, size, Op::write, __builtin_return_address(0));
    return std::memset(to, value, size);
}
}
