// Inline PTX as C++: the instructions of one asm statement, each a call of a function of
// cusim/ptx.hpp or an access of the program's own.
//
// Promises: an instruction is translated in its full meaning or refused; nothing is guessed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cusim::simcc {

/// The statements of one asm template; operands are __cusim_ptx_0, __cusim_ptx_1, …
struct PtxTranslation {
    std::string text;
    std::string refused;     ///< the first instruction that is not translated; empty if all are
    std::size_t offset = 0;  ///< of that one in the template
};

PtxTranslation translate_ptx(std::string_view assembly);

/// The name under which an asm statement's operand goes.
std::string ptx_operand(std::size_t number);

}  // namespace cusim::simcc
