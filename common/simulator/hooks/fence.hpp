// The fence round a submission's machine code (simcc/fence.hpp): where its branches may lead.
#pragma once

namespace cusim::hooks {

// A pointer to a function that a library or the runtime is to call for the program: ends the
// program, with the line of `pc`, where a call by that pointer would. Without effect where nothing
// is fenced.
void check_function(const void* function, const void* pc);
template <class Function>
void check_function(Function* function, const void* pc) {
    check_function(reinterpret_cast<const void*>(function), pc);
}

}  // namespace cusim::hooks
