// Conversions and shifts whose result the language leaves open. The compiler checks each before it
// makes it, and calls the runtime where it finds that (hooks/arithmetic.cpp):
//
//         ucomiss .LC0(%rip), %xmm1
//         jbe     .L38                      .L38:  movl    $.Lubsan_data13, %edi
//     .L3:                                         call    __ubsan_handle_float_cast_overflow
//         cvttss2sil %xmm1, %r15d                  jmp     .L3
//
// Here the branch gets a copy of what follows .L3, with the device's result in place of the
// processor's, and returns behind the conversion. And where the compiler has made two loads of one,
// before the check and behind it, as it does with what is const, the second is not announced.
//
// Left as they are: conversions to unsigned numbers of 64 bits, which g++ makes by branches, and
// all of clang's.
#pragma once

#include <string>
#include <string_view>

namespace cusim::simcc {

std::string with_device_results(std::string_view assembly);

}  // namespace cusim::simcc
