// The costs of the running launch's requests in Nsight Compute's terms, by site and by variable or
// allocation. The warp replay hands over the requests.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "simulator/count/busiest.hpp"
#include "simulator/count/row_shares.hpp"
#include "simulator/count/unique_sectors.hpp"
#include "simulator/report/findings/launch_record.hpp"
#include "simulator/trace/consumers.hpp"
#include "simulator/trace/memory_objects.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::count {

class Counters final : public trace::RequestConsumer {
  public:
    bool is_complete() const override { return complete_; }
    void give_up() override { complete_ = false; }
    void warp_runs(const trace::Block& block, std::uint32_t warp, std::uint32_t lanes) override;
    void count(trace::SiteId site, const trace::EvenRequest& request,
               const trace::Block& block) override;
    void count(trace::SiteId site, trace::WarpRequest& request, const trace::Block& block) override;
    void count_texture(trace::SiteId site, std::span<trace::WarpRequest> texels,
                       const trace::Block& block) override;
    void barrier(trace::Record mark, std::uint32_t lanes) override;
    std::optional<std::uint32_t> meets(const trace::Block& block, std::uint32_t thread,
                                       const trace::Meeting& meeting) override;
    void met(std::uint32_t number) override;
    void warp_ends(const trace::Block& block, std::uint32_t warp) override;

    // Adds the counts to the launch's record; adds nothing if the launch is not counted.
    void hand_over(report::LaunchRecord& record);
    void clear();

  private:
    // A variable or allocation, as accessed from one site. A shared variable is identified by its
    // offset in the block's arena, so that it is the same variable in every block.
    using Key = std::pair<trace::SiteId, memory::Address>;
    struct Tally {
        report::MemorySpace space = report::MemorySpace::global;
        std::string name;
        std::size_t size = 0;
        bool of_host = false;  // page-locked memory, which a device reads across the bus
        report::Costs costs;
        report::Costs loop_loads;  // of shared-memory atomics that are loops
        std::optional<report::Closeup> closeup;
    };
    // The object that a site accessed last.
    struct Latest {
        memory::Address base = 0;
        std::size_t size = 0;
        Tally* tally = nullptr;
    };

    // `before`: the number of distinct sectors before this request.
    void note_global(const trace::SiteInfo& site, std::uint32_t lanes, std::uint64_t sectors,
                     std::uint64_t before);
    // For loads and atomics.
    void note_rows(const trace::WarpRequest& request, unsigned size, const trace::Block& block);
    unsigned touch_sectors(const trace::EvenRequest& request, trace::Op op);
    Tally& tally(trace::SiteId site, memory::Address address, const trace::Block& block);
    // For a load of constant memory.
    void note_constant(report::Costs& costs, unsigned addresses);
    void look_up(trace::SiteId site, memory::Address address, const trace::Block& block,
                 Latest& latest);

    std::map<Key, Tally> tallies_;
    std::vector<Latest> latest_;  // by site
    UniqueSectors unique_, unique_by_atomics_;
    Busiest busiest_;
    RowShares row_shares_;
    WarpWork* running_ = nullptr;  // of the warp that is being replayed
    std::uint32_t block_ = 0;      // its block's number
    std::uint32_t warp_ = 0;       // its own in the block
    bool complete_ = true;
};

// The counters of the running launch.
Counters& counters();

}  // namespace cusim::count
