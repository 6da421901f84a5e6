// An audit of the hooks by the hardware: SIM_AUDIT=1.
//
// All memory that kernels and the host share (the device's heap, managed and pinned memory, shared
// memory, the arrays of name_host_array()) is made inaccessible. An access by the program's code
// faults. If a hook has announced it, that one instruction is let through; otherwise a finding
// first names its line. The runtime, and code that calls the program, may access that memory
// without announcing it: the memory is open while they run. The program's code is not executable in
// that time, so that returning to it closes the memory again. A library that the program calls is
// treated like the program's code.
//
// Guarantee: no instruction of the program accesses that memory unannounced without a finding. Not
// covered are registered memory and static variables, which share pages with the runtime's own
// data, and modules.
#pragma once

#include <csignal>
#include <cstddef>

namespace cusim::api {

// Reads SIM_AUDIT. To be called before the regions are mapped.
void begin_audit();

// To be called in a signal handler. Returns true if the audit has handled the signal, so that the
// program continues.
bool audit_handles(int signal, const siginfo_t& info, void* context);

// Adds an array to the audit, as name_host_array() does, and removes it.
void audit_array(const void* base, std::size_t bytes);
void audit_no_longer(const void* base);

}  // namespace cusim::api
