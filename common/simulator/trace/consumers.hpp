// The trace's head file: what is recorded of a program, and who reads it. Hooks append to the log
// of the lane that runs: each access with its site and address, each basic block, each function
// entered and left, 8 bytes a record. When a warp's lanes have all ended, or all had a time slice,
// or come to a barrier where reads are deferred, their logs are replayed together: lanes go in
// step, part where their blocks differ, and meet again at the branch's immediate post-dominator, as
// on the hardware.
//
//   thread.hpp          what the trace knows of a thread and its block
//   sites.hpp           accesses of the program, by number
//   memory_objects.hpp  variables and allocations: which one does an address belong to?
//   lane_log.hpp        the log of one lane; lane_columns.hpp looks at several side by side
//   warp_log.hpp        the logs of a warp, and when they are read
//   control_flow.hpp    which block followed which, and where lanes that part meet again
//   warp_replay.hpp     the warp as the hardware would have run it
//
// race/ checks the plain reads that its hooks deferred, count/ counts the requests that lanes in
// step made. One pass over a log serves both. Neither knows the other, and either may be absent.
#pragma once

#include <cstdint>
#include <span>

#include "simulator/memory/layout.hpp"
#include "simulator/trace/lane_log.hpp"
#include "simulator/trace/request.hpp"
#include "simulator/trace/sites.hpp"
#include "simulator/trace/thread.hpp"

namespace cusim::trace {

class ReadConsumer {
  public:
    // What follows was done by these lanes of a warp, each of which has begun. The threads, of
    // which there is one for each bit of the mask, live until others are named.
    virtual void lanes(const Thread* const* threads, std::uint32_t mask) = 0;
    // By each of them an access at `site`; the addresses lie `gap` apart.
    virtual void accesses(SiteId site, memory::Address first, memory::Address gap) = 0;
    // The same, each at its own address.
    virtual void accesses(SiteId site, const WarpRequest& request) = 0;

  protected:
    ~ReadConsumer() = default;
};

class RequestConsumer {
  public:
    // False where the launch goes uncounted: logs are dropped then.
    virtual bool is_complete() const = 0;
    // More was recorded than can be kept.
    virtual void give_up() = 0;

    // What follows is about this warp of the block.
    virtual void warp_runs(const Block& block, std::uint32_t warp, std::uint32_t lanes) = 0;
    // Lanes in step at `site`; the callee fills in request.size.
    virtual void count(SiteId site, const EvenRequest& request, const Block& block) = 0;
    virtual void count(SiteId site, WarpRequest& request, const Block& block) = 0;
    // Lanes in step at a texture fetch: what each reads, in as many requests as the busiest lane
    // reads elements.
    virtual void count_texture(SiteId site, std::span<WarpRequest> texels, const Block& block) = 0;
    // Lanes that come to the barrier of this mark.
    virtual void barrier(Record mark, std::uint32_t lanes) = 0;
    // The warp is at its end.
    virtual void warp_ends(const Block& block, std::uint32_t warp) = 0;

  protected:
    ~RequestConsumer() = default;
};

// Of the running launch; nullptr where there is none.
extern ReadConsumer* read_consumer;
extern RequestConsumer* request_consumer;

// Called for every access of host code; nullptr where nobody asks.
extern void (*host_consumer)(memory::Address a, std::size_t size);

}  // namespace cusim::trace
