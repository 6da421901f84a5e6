// The last pass over a program: announces the memory accesses that no hook announces.
//
// Compilers call a hook before most accesses, but not before all. Exceptions are structs that are
// passed or returned by value, __builtin_memcpy, and what compiled libraries do. So simcc reads the
// compiler's assembly. It inserts a call before every instruction that accesses memory, unless it
// can see that a hook has announced the access. It fails closed: an unknown instruction that names
// memory is an error.
//
//     movdqu (%rbx), %xmm0    becomes    pushq %rdi
//                                        leaq (%rbx), %rdi
//                                        call __cusim_look_r16
//                                        popq %rdi
//                                        movdqu (%rbx), %xmm0
//
// It also marks the entries of kernels (memory/kernel_mark.hpp).
//
// Accesses to the function's own frame at constant addresses, and to the compiler's constants, are
// not announced. Calls of library functions that access memory are redirected to functions of the
// runtime that announce it (hooks/library.hpp).
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace cusim::simcc {

class UnknownInstruction : public std::runtime_error {
  public:
    using runtime_error::runtime_error;
};

/// Returns `assembly` with every access announced. Throws UnknownInstruction.
std::string announce_all(std::string_view assembly);

}  // namespace cusim::simcc
