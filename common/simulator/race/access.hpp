// One access to memory, as the checks hand it on.
#pragma once

#include <cstddef>

#include "simulator/memory/layout.hpp"
#include "simulator/race/shadow.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::race {

struct Access {
    memory::Address address = 0;
    std::size_t size = 0;
    unsigned alignment = 1;  // that the hardware demands
    trace::Op op = trace::Op::read;
    Kind kind = Kind::plain;
    const void* pc = nullptr;
    trace::SiteId site = 0;
    const void* data = nullptr;  // the bytes, where they do not lie at `address`
    bool recorded = true;        // for the counters
    bool by_copy = false;        // an asynchronous one
    bool overwrites = false;     // of an update: stores a value whatever was there
};

}  // namespace cusim::race
