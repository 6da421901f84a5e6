// Keeps a submission's machine code within its own functions (simcc --fence): the pass after
// announce.hpp.
//
// A function pointer made from a number, or a return address overwritten on the stack, could lead
// to any instruction of the program, past the hooks or into the runtime. So each branch whose
// target is not written in the assembly is checked before it is taken (hooks/fence.cpp):
//
//     call *8(%rax)        becomes    movq 8(%rax), %r11
//                                     call __cusim_check_call
//                                     call *%r11
//                                     call __cusim_return_from_library, if the data are closed
//     f:                              movq (%rsp), %r10, and a store of %r10 to a second stack, at
//                                     a fixed distance (memory/return_addresses.hpp)
//     ret                             ret, if the two copies are still equal
//     jmp *.L4(,%rax,8)               the same, if the table has so many rows
//
// By the calling convention, %r10 and %r11 are free at these places. The section cusim_entries
// lists the valid targets of pointers: the functions of the file, and others whose address it
// takes. It fails closed: a branch of any other form fails the check, since it leads to no listed
// target.
#pragma once

#include <string>
#include <string_view>

namespace cusim::simcc {

/// Returns `assembly`, as announce_all() made it, with all such branches checked.
std::string fenced(std::string_view assembly);

}  // namespace cusim::simcc
