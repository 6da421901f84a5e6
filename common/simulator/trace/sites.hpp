// Access sites: each memory access in the program's code has a 16-bit number, which the shadow, the
// lanes' logs and the counters use.
#pragma once

#include <cstdint>

namespace cusim::trace {

using SiteId = std::uint16_t;

enum class Op : std::uint8_t { read, write, update };  // update: an atomic read-modify-write

// How the hardware performs an atomic on shared memory.
enum class SharedAtomic : std::uint8_t {
    native,            // 4-byte integers; exchanges of 4 and 8 bytes
    compare_and_swap,  // atomicCAS: two wavefronts for each round
    loop,  // float, double and 8-byte sums: a load and a compare-and-swap until all lanes are done
};

struct SiteInfo {
    const void* pc = nullptr;  // the return address of the hook
    Op op = Op::read;
    std::uint8_t size = 0;  // bytes of the access; 0 if they vary
    bool samples = false;   // a filtered texture fetch (tex1D, tex2D)
    // For plain reads. `guards`: the read comes right before an atomic on the same bytes, with a
    // branch between them. `polls`: a thread repeats the read in a loop.
    bool guards = false, polls = false;
    // For plain reads. `guesses`: the next compare-and-swap expects the value read. `differs`: one
    // of them expected another value.
    bool guesses = false, differs = false;
    // For plain reads: `guesses`, with other accesses or branches of the thread between the two, as
    // in `old = *head; node->next = old; atomicCAS(head, old, node)`.
    bool guesses_ahead = false;
    // For plain reads that guard. `feeds`: the atomic adds (or the like) the value read.
    // `feeds_not`: one of them added another value.
    bool feeds = false, feeds_not = false;
    // For updates only:
    bool result_used = false;  // of exchanges and compare-and-swaps: always
    bool looked_at = false;    // the program uses the result
    bool exchanges = false;    // an atomicExch(), which returns a value even if nobody looks
    SharedAtomic on_shared = SharedAtomic::native;
};

// Returns the id of an access site. Returns 0 for all sites after the first 65,528. `size`: at most
// 16.
SiteId intern(const void* pc, Op op, unsigned size);
// The description of a site; empty for id 0.
SiteInfo& site_info(SiteId site);
inline const void* pc_of(SiteId site) {
    return site_info(site).pc;
}

}  // namespace cusim::trace
