// Translates inline PTX to C++: each instruction of an asm statement becomes a call of a function
// in cusim/ptx.hpp, or an access of the program.
//
// Guarantee: an instruction is translated with its full meaning, or refused.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cusim::simcc {

/// The translation of one asm template. Its operands are called __cusim_ptx_0, __cusim_ptx_1, …
struct PtxTranslation {
    std::string text;
    std::string refused;     ///< the first instruction that is not translated; empty if all are
    std::size_t offset = 0;  ///< its offset in the template
};

PtxTranslation translate_ptx(std::string_view assembly);

/// The C++ name of an asm statement's operand.
std::string ptx_operand(std::size_t number);

}  // namespace cusim::simcc
