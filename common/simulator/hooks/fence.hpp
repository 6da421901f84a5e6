// Checks where the branches of a fenced submission lead (simcc/machine/fence.hpp).
#pragma once

#include "simulator/memory/layout.hpp"

namespace cusim::hooks {

// True for the beginning of a function that a pointer of the fenced program may lead to.
bool is_entry(memory::Address target);

// Checks a pointer to a function that a library or the runtime will call for the program. Ends the
// program, with the line of `pc`, if the program could not call it itself. No effect in a program
// that is not fenced.
void check_function(const void* function, const void* pc);
template <class Function>
void check_function(Function* function, const void* pc) {
    check_function(reinterpret_cast<const void*>(function), pc);
}

}  // namespace cusim::hooks
