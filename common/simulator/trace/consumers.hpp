// Start reading this directory here: what the simulator records of a program, and the interfaces of
// those who read the record. Hooks append to the log of the running lane, 8 bytes a record: each
// access with its site and address, each basic block, each function entered and left. When all
// lanes of a warp have ended, have had a time slice, or wait at a barrier while reads are deferred,
// their logs are replayed together. The replay moves lanes in step, splits them where their basic
// blocks differ, and joins them at the immediate post-dominator of the branch, as the hardware
// does.
//
//   thread.hpp          what the trace stores about a thread and its block
//   sites.hpp           the program's access sites, by number
//   memory_objects.hpp  the variable or allocation that an address belongs to
//   lane_log.hpp        the log of one lane; lane_columns.hpp compares several side by side
//   warp_log.hpp        the logs of a warp, and when they are replayed
//   control_flow.hpp    which basic block followed which, and where split lanes join again
//   meetings.hpp        where threads wait for each other other than at their block's barriers
//   warp_replay.hpp     runs the lanes as the hardware would have run the warp
//
// race/ checks the plain reads that its hooks deferred. count/ counts the requests of lanes in
// step. One pass over a log serves both. Neither knows the other, and either may be absent.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "simulator/memory/layout.hpp"
#include "simulator/trace/lane_log.hpp"
#include "simulator/trace/request.hpp"
#include "simulator/trace/sites.hpp"
#include "simulator/trace/thread.hpp"

namespace cusim::trace {

// A thread hands something over to others, or looks for what they have handed over (meetings.hpp).
struct Meeting {
    // The places of barrier objects; those of words are below.
    static constexpr std::uint64_t first_barrier = std::uint64_t{1} << 63;

    std::uint64_t place = 0;
    std::uint32_t version = 0;  // 0 for a word
    bool looks = false;         // otherwise the thread hands over

    bool is_at_barrier() const { return place >= first_barrier; }
};

class ReadConsumer {
  public:
    // Names the lanes that the following calls are about: one thread for each bit of `mask`. All of
    // them have begun, and the Thread objects live until the next call of lanes().
    virtual void lanes(const Thread* const* threads, std::uint32_t mask) = 0;
    // Each of these lanes made one access at `site`; the addresses of neighbouring lanes are `gap`
    // bytes apart.
    virtual void accesses(SiteId site, memory::Address first, memory::Address gap) = 0;
    // The same for addresses at irregular distances.
    virtual void accesses(SiteId site, const WarpRequest& request) = 0;

  protected:
    ~ReadConsumer() = default;
};

class RequestConsumer {
  public:
    // False if this launch is not counted; its logs are then discarded.
    virtual bool is_complete() const = 0;
    // Called when a log has become too long to keep: the launch is not counted.
    virtual void give_up() = 0;

    // The following calls are about this warp of the block.
    virtual void warp_runs(const Block& block, std::uint32_t warp, std::uint32_t lanes) = 0;
    // The lanes of the request accessed `site` together. In the second form the callee fills in
    // request.size.
    virtual void count(SiteId site, const EvenRequest& request, const Block& block) = 0;
    virtual void count(SiteId site, WarpRequest& request, const Block& block) = 0;
    // The lanes fetched from a texture together. There is one request for each element that the
    // busiest lane reads.
    virtual void count_texture(SiteId site, std::span<WarpRequest> texels, const Block& block) = 0;
    // These lanes arrived at the barrier that `mark` records.
    virtual void barrier(Record mark, std::uint32_t lanes) = 0;
    // While the launch runs, in the order in which it happens. Returns the number of this meeting,
    // with which the replay calls met() when it has come there; nothing if it need not.
    virtual std::optional<std::uint32_t> meets(const Block& block, std::uint32_t thread,
                                               const Meeting& meeting) = 0;
    virtual void met(std::uint32_t number) = 0;
    // All lanes of the warp have ended.
    virtual void warp_ends(const Block& block, std::uint32_t warp) = 0;

  protected:
    ~RequestConsumer() = default;
};

// The consumers of the running launch; nullptr if there is none.
extern ReadConsumer* read_consumer;
extern RequestConsumer* request_consumer;

// Called for every access of host code; nullptr if nobody needs them.
extern void (*host_consumer)(memory::Address a, std::size_t size);

}  // namespace cusim::trace
