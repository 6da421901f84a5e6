// One memory access, as the checks pass it to each other.
#pragma once

#include <cstddef>

#include "simulator/memory/layout.hpp"
#include "simulator/race/shadow/shadow.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::race {

struct Access {
    memory::Address address = 0;
    std::size_t size = 0;
    unsigned alignment = 1;  // required by the hardware
    trace::Op op = trace::Op::read;
    AccessKind kind = AccessKind::plain;
    const void* pc = nullptr;
    trace::SiteId site = 0;
    const void* data = nullptr;  // the bytes, if they are not at `address`
    bool recorded = true;        // the counters record it
    bool by_copy = false;        // made by an asynchronous copy
    bool frees = false;          // a kernel's free() or delete of all these bytes
    bool overwrites = false;     // an update whose new value does not depend on the old one
};

}  // namespace cusim::race
