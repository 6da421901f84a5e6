// Collects the close-up of a launch (report/findings/closeup.hpp): the worst request of each site,
// and the barriers of one block, report::explained_block(). The warp replay hands over requests and
// barriers as the warps pass them. Exists only with SIM_EXPLAIN; other programs only pay for
// testing a pointer.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "simulator/report/findings/closeup.hpp"
#include "simulator/report/findings/launch_record.hpp"
#include "simulator/trace/lane_log.hpp"
#include "simulator/trace/request.hpp"
#include "simulator/trace/sites.hpp"
#include "simulator/trace/thread.hpp"

namespace cusim::count {

class CloseupTaker {
  public:
    void begin_launch(const report::Dim3& grid);

    // Selects the warp of the following calls of request() and barrier().
    void warp_runs(std::uint32_t block, std::uint32_t warp, std::uint32_t lanes);
    void warp_ends(std::uint32_t block, std::uint32_t warp);

    // Records a request at `site` to the variable or allocation that starts at `base`.
    void request(trace::SiteId site, const trace::WarpRequest& request, report::MemorySpace space,
                 memory::Address base, std::optional<report::Closeup>& closeup);
    // Records that these lanes arrived at the barrier of this mark.
    void barrier(trace::Record mark, std::uint32_t lanes);
    // Leaves a mark in the running thread's log, which has arrived at a barrier of its block.
    bool mark_barrier(const trace::Block& block, const char* file, int line);

    // Ends the launch. Returns the block's barriers; nothing if it passed none.
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
    Warp* warp_ = nullptr;                                           // the running one

    std::uint32_t explained_ = no_block;  // linear; none if the grid has no such block
    std::vector<report::Site> barriers_;  // by the payload of their marks
    std::vector<report::BarrierPassage>
        passages_;                        // one more than barriers: the last is what follows them
    std::vector<std::uint32_t> threads_;  // of each warp of that block
    std::uint64_t passed_ = 0;
};

// nullptr unless close-ups are wanted.
extern CloseupTaker* closeup_taker;
// To be called before a launch. Creates or removes closeup_taker, as report::closeups_are_wanted()
// says.
void prepare_closeups(const report::Dim3& grid);

}  // namespace cusim::count
