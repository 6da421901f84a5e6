// The gate through which a fenced program calls the C++ library (simcc/machine/fence.hpp): while it
// is closed, nothing can store in the runtime's data (memory/closed_data.hpp).
#pragma once

#include "simulator/memory/layout.hpp"

namespace cusim::hooks {

// What a fault stopped: the instruction, the stack, and the registers in which a fenced function
// puts its return address aside (simcc/machine/fence.hpp).
struct StoppedCall {
    memory::Address instruction, stack;
    long long *r10, *r11;
};

// The first store of each fenced function faults while the gate is closed. Called with the gate
// opened again: true if the library has called a function of the program's (of a stream buffer,
// say) at its beginning. The function runs with the gate open, and closes it when it returns.
bool is_called_back(const StoppedCall& call);

// Opens the gate, if an exception has left the program's functions while it was closed.
void leave_library();

// Closes the gate if it can be closed: not in a kernel, nor in a program without a fence, nor
// twice.
bool close_for_library();

// For functions that read or store through pointers of their own, unseen: ends a kernel that calls
// one, with or without a fence.
void only_the_host(const void* pc);

// What `call` returns, with the gate closed while it works for host code of a fenced program.
template <class Call>
auto closed(Call call) {
    const bool closes = close_for_library();
    const auto result = call();
    if (closes) leave_library();
    return result;
}

}  // namespace cusim::hooks
