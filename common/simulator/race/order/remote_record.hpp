// Stores the accesses of other blocks to a block's shared memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "simulator/memory/layout.hpp"
#include "simulator/trace/sites.hpp"
#include "simulator/trace/thread.hpp"

namespace cusim::race {

struct RemoteAccesses {
    struct Latest {
        trace::Epoch epoch;
        memory::Address address;
        std::size_t size;
        trace::Op op;
    };
    // Key: the block, then site and thread as PastAccess encodes them.
    std::map<std::pair<std::uint32_t, std::uint32_t>, Latest> latest;
};

}  // namespace cusim::race
