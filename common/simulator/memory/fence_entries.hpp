// What pointers of a fenced program may lead to, as simcc lists it (simcc/fence.hpp): addresses,
// which the linker collects in a section of this name. Nothing is there in other programs.
#pragma once

#include "simulator/memory/layout.hpp"

extern "C" {
[[gnu::weak]] extern const cusim::memory::Address __start_cusim_entries[], __stop_cusim_entries[];
}
