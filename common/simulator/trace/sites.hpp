// Accesses of the program, each by a number of 16 bits: in the shadow, in the lanes' logs and in
// the counters.
#pragma once

#include <cstdint>

namespace cusim::trace {

using SiteId = std::uint16_t;

enum class Op : std::uint8_t { read, write, update };  // update: an atomic read-modify-write

// How the hardware performs an atomic on shared memory.
enum class SharedAtomic : std::uint8_t {
    native,            // 4-byte integers; exchanges of 4 and 8 bytes
    compare_and_swap,  // atomicCAS: two wavefronts a turn
    loop,  // float and double, 8-byte sums: load and compare-and-swap until all are done
};

struct SiteInfo {
    const void* pc = nullptr;  // the return address of the hook
    Op op = Op::read;
    std::uint8_t size = 0;  // bytes of the access; 0 where it is not the same each time
    bool samples = false;   // a texture through a filter (tex1D, tex2D)
    // Of plain reads: right before an atomic on the same bytes, with a branch between; again and
    // again.
    bool guards = false, polls = false;
    // Of plain reads: what a compare-and-swap right behind compares with; something else than that.
    bool guesses = false, differs = false;
    // Of updates:
    bool result_used = false;
    SharedAtomic on_shared = SharedAtomic::native;
};

// The id of an access of the program; 0 for all after the first 65,529. `size`: up to 16.
SiteId intern(const void* pc, Op op, unsigned size);
// An empty one for 0.
SiteInfo& site_info(SiteId site);
inline const void* pc_of(SiteId site) {
    return site_info(site).pc;
}

}  // namespace cusim::trace
