// Takes launches from close up (report/closeup.hpp): the worst request of each site, and the
// barriers of one block, report::explained_block(). The warp replay hands over requests and
// barriers as the warps pass them. Exists only where it is asked for; all others pay for testing a
// pointer.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "simulator/report/closeup.hpp"
#include "simulator/report/launch_record.hpp"
#include "simulator/trace/lane_log.hpp"
#include "simulator/trace/request.hpp"
#include "simulator/trace/sites.hpp"
#include "simulator/trace/thread.hpp"

namespace cusim::count {

class CloseupTaker {
  public:
    void begin_launch(const report::Dim3& grid);

    // The warp that the calls of request() and barrier() are about.
    void warp_runs(std::uint32_t block, std::uint32_t warp, std::uint32_t lanes);
    void warp_ends(std::uint32_t block, std::uint32_t warp);

    // A request that was counted at `site`, of memory whose variable or allocation starts at
    // `base`.
    void request(trace::SiteId site, const trace::WarpRequest& request, report::MemorySpace space,
                 memory::Address base, std::optional<report::Closeup>& closeup);
    // Lanes that come to the barrier of this mark.
    void barrier(trace::Record mark, std::uint32_t lanes);
    // By the running thread, which is at a barrier of its block: leaves the mark in its log.
    bool mark_barrier(const trace::Block& block, const char* file, int line);

    // The block's barriers; nothing where it passed none. What follows is another launch.
    std::optional<report::BarrierTimeline> end_launch();

  private:
    struct Warp {
        std::uint32_t lanes = 0;
        std::vector<std::uint32_t> requests;        // so far, by site
        std::array<std::uint32_t, 32> passed = {};  // barriers, by lane
    };
    report::WarpStretch* stretch(std::uint32_t passage);
    static constexpr std::uint32_t no_block = ~0u;

    std::map<std::pair<std::uint32_t, std::uint32_t>, Warp> warps_;  // by block and number
    std::uint32_t block_ = 0, number_ = 0;                           // of `warp_`
    Warp* warp_ = nullptr;                                           // that runs

    std::uint32_t explained_ = no_block;            // linear; none where the grid has no such block
    std::vector<report::Site> barriers_;            // by the payload of their marks
    std::vector<report::BarrierPassage> passages_;  // one more than were passed: what comes after
    std::vector<std::uint32_t> threads_;            // of each warp of that block
    std::uint64_t passed_ = 0;
};

// nullptr where launches are not seen from close up.
extern CloseupTaker* closeup_taker;
// Before a launch: makes it, or not, as report::closeups_are_wanted() says.
void prepare_closeups(const report::Dim3& grid);

}  // namespace cusim::count
