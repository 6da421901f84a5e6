// Variables that each host thread has for itself.
#pragma once

#include "simulator/memory/return_addresses.hpp"

namespace cusim::memory {

/// The calling thread's variable of type T for this `Purpose`. The thread-local storage of the
/// program and that of the runtime are one block, which a program can reach. A fenced program has
/// only one thread; there, the variable lies among the runtime's own.
template <class T, class Purpose>
T& of_host_thread() {
    static T only{};
    if (is_fenced()) return only;
    thread_local T own{};
    return own;
}

}  // namespace cusim::memory
