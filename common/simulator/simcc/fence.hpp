// A submission's machine code stays within itself (simcc --fence): the pass after announce.hpp.
//
// A function pointer made of a number, or a return address overwritten on the stack, would lead to
// any instruction of the program, past the hooks or into the runtime. So each branch whose target
// is not written in the assembly is checked before it is taken (hooks/fence.cpp):
//
//     call *8(%rax)        becomes    movq 8(%rax), %r11
//                                     call __cusim_check_branch
//                                     call *%r11
//     f:                              movq (%rsp), %r10, and from there to a second stack, at a
//                                     fixed distance (memory/return_addresses.hpp)
//     ret                             ret, where the two are still the same
//     jmp *.L4(,%rax,8)               the same, where the table has that many rows
//
// %r10 and %r11 are free at these places by the calling convention. What a pointer may lead to is
// listed in the section cusim_entries: the functions of the file, and others whose address it
// takes. It fails closed: a branch of another form leads to what is in no list.
#pragma once

#include <string>
#include <string_view>

namespace cusim::simcc {

/// `assembly`, as announce_all() left it, with all such branches checked.
std::string fenced(std::string_view assembly);

}  // namespace cusim::simcc
