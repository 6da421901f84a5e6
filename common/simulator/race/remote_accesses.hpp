// What threads of other blocks did in a block's shared memory. That memory goes with its block: an
// access must happen before the block's last thread ends, or on a device it may come too late.
#pragma once

#include <map>
#include <utility>

#include "simulator/memory/layout.hpp"
#include "simulator/race/access.hpp"
#include "simulator/race/happens_before.hpp"

namespace cusim::race {

struct RemoteAccesses {
    struct Latest {
        Epoch epoch;
        memory::Address address;
        std::size_t size;
        trace::Op op;
    };
    // By block, and by site and thread as PastAccess has them.
    std::map<std::pair<std::uint32_t, std::uint32_t>, Latest> latest;
};

// `access` is to the shared memory of another block of the running thread's cluster.
void note_remote(const Point& now, const Access& access);

}  // namespace cusim::race
