// Weighs the arithmetic of basic blocks. The steps of a thread are the blocks that it passes, and a
// loop that is written out has a single one. So a block with much arithmetic tells the runtime how
// many steps more it is worth. A very long block is worth at least a part of its instructions,
// since products can be made of what nobody takes for arithmetic: shifts, or halves of wide words.
//
//     call __sanitizer_cov_trace_pc    becomes    call __sanitizer_cov_trace_pc
//                                                 movl $128, %edi
//                                                 call __cusim_arithmetic
//
// The compiler keeps nothing in registers that a call may change where it calls the hook.
#pragma once

#include <cstddef>
#include <string>

#include "simulator/simcc/machine/machine_line.hpp"

namespace cusim::simcc {

class Arithmetic {
  public:
    /// To be called with each instruction of a function with hooks, after it was copied to the end
    /// of `out`.
    void pass(const Instruction& instruction, std::string& out);
    /// The function ends.
    void end(std::string& out);

  private:
    std::size_t begin_ = std::string::npos;  // of the block, behind its hook
    unsigned operations_ = 0, instructions_ = 0;
};

}  // namespace cusim::simcc
