// An audit of the hooks, by the hardware: SIM_AUDIT=1.
//
// All memory that kernels and the host share (the device's heap, managed and pinned memory, shared
// memory, the arrays that name_host_array() names) is out of reach. An access by the program's own
// code faults; if a hook has announced it, the one instruction is let through, else a finding names
// its line first. The runtime, and what calls the program, may touch that memory without a word: it
// is open while they run, and the program's code is not executable then, so that coming back to it
// closes the memory. A library that the program calls is the program's code in this.
//
// Promises: no instruction of the program touches that memory unannounced without a finding. Left
// out are registered memory and static variables, which share pages with the runtime's own data,
// and modules.
#pragma once

#include <csignal>
#include <cstddef>

namespace cusim::api {

// Reads SIM_AUDIT; before the regions are mapped.
void begin_audit();

// In a handler: whether `signal` is the audit's own, so that the program goes on.
bool audit_handles(int signal, const siginfo_t& info, void* context);

// An array that name_host_array() names, and forget_host_array() forgets.
void audit_array(const void* base, std::size_t bytes);
void audit_no_longer(const void* base);

}  // namespace cusim::api
