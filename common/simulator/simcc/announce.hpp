// The last pass over a program: what of its memory accesses no hook announces.
//
// Compilers call a hook before most accesses, but not before all: a struct that is an argument by
// value, or a result, a __builtin_memcpy, what the library was compiled to do. So simcc reads the
// compiler's assembly, and puts a call before every instruction that touches memory and of which it
// cannot see that a hook has announced it. It fails closed: an instruction that it does not know,
// and that names memory, is an error.
//
//     movdqu (%rbx), %xmm0    becomes    pushq %rdi
//                                        leaq (%rbx), %rdi
//                                        call __cusim_look_r16
//                                        popq %rdi
//                                        movdqu (%rbx), %xmm0
//
// Left alone are the function's own frame at constant places, and constants of the compiler's.
// Calls of the library functions that touch memory go to functions of the runtime that announce it
// (hooks/library.cpp).
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace cusim::simcc {

class UnknownInstruction : public std::runtime_error {
  public:
    using runtime_error::runtime_error;
};

/// `assembly` with every access announced. Throws UnknownInstruction.
std::string announce_all(std::string_view assembly);

}  // namespace cusim::simcc
