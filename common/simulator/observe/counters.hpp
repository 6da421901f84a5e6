// What the requests of the running launch cost, in Nsight Compute's terms: per place in the program
// and per variable or allocation. The warp replay tells of requests; launch_ends() asks for the
// sums.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "simulator/observe/places.hpp"
#include "simulator/observe/sites.hpp"
#include "simulator/observe/unique_sectors.hpp"
#include "simulator/report/launch_record.hpp"

namespace cusim::observe {

// Lanes whose addresses lie `gap` apart.
struct EvenRequest {
    std::uint32_t mask;
    unsigned lanes;
    memory::Address first;
    memory::Address gap;
};

class Counters {
  public:
    // Lanes in step at `site`; this fills in request.size.
    void count(SiteId site, WarpRequest& request, const BlockClock& block);
    void count(SiteId site, const EvenRequest& request, const BlockClock& block);
    // Lanes in step at a texture fetch: what each reads, in as many requests as the busiest lane
    // reads elements.
    void count_texture(SiteId site, std::span<WarpRequest> texels, const BlockClock& block);
    // Requests so far whose results a warp waits for: global loads, texture fetches, atomics whose
    // result is used.
    std::uint64_t waits() const { return waits_; }
    // A warp is at its end, and so many of them were its own.
    void warp_ends(std::uint64_t waits) { busiest_warp_ = std::max(busiest_warp_, waits); }
    // The launch goes uncounted: it was stopped, or recorded more than can be kept.
    void give_up() { complete_ = false; }
    bool is_complete() const { return complete_; }

    // What was counted, for the record of the launch; nothing if it goes uncounted.
    void hand_over(report::LaunchRecord& record) const;
    void clear();

  private:
    // A variable or allocation as touched from one place in the program. The base of a shared
    // variable counts from its block's arena: it is the same variable in every block.
    using Key = std::pair<SiteId, memory::Address>;
    struct Tally {
        report::MemorySpace space = report::MemorySpace::global;
        std::string name;
        std::size_t size = 0;
        report::Costs costs;
        report::Costs loop_loads;  // of atomics that are loops on shared memory
        std::optional<report::Closeup> closeup;
    };
    // Where a place in the program was seen last.
    struct Latest {
        memory::Address base = 0;
        std::size_t size = 0;
        Tally* tally = nullptr;
    };

    void note_wait(const SiteInfo& site);
    unsigned touch_sectors(const EvenRequest& request, Op op);
    Tally& tally(SiteId site, memory::Address address, const BlockClock& block);
    void look_up(SiteId site, memory::Address address, const BlockClock& block, Latest& latest);

    std::map<Key, Tally> tallies_;
    std::vector<Latest> latest_;  // by site
    UniqueSectors unique_, unique_by_atomics_;
    std::uint64_t waits_ = 0, busiest_warp_ = 0;
    bool complete_ = true;
};

// Of the running launch.
Counters& counters();

}  // namespace cusim::observe
