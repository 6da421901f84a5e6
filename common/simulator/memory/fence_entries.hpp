// The valid targets of pointers in a fenced program, as simcc lists them (simcc/machine/fence.hpp):
// addresses that the linker collects in a section of this name. The section is empty in other
// programs.
#pragma once

#include "simulator/memory/layout.hpp"

extern "C" {
[[gnu::weak]] extern const cusim::memory::Address __start_cusim_entries[], __stop_cusim_entries[];
// Functions of the C++ library whose address the program takes.
[[gnu::weak]] extern const cusim::memory::Address __start_cusim_library_entries[],
    __stop_cusim_library_entries[];
}
