#include "simulator/count/closeup.hpp"

#include <algorithm>
#include <bit>

#include "simulator/count/transactions.hpp"
#include "simulator/memory/layout.hpp"
#include "simulator/report/indices.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::count {

using report::MemorySpace;

CloseupTaker* closeup_taker = nullptr;

namespace {

constexpr std::uint32_t bank_row_bytes = 128;
// A longer timeline would be too long to read.
constexpr std::size_t most_passages = 256;

struct Price {
    std::uint64_t cost = 0, least = 0;
};

unsigned distinct_addresses(const trace::WarpRequest& request) {
    std::vector<std::uint64_t> addresses;
    for (std::uint32_t rest = request.mask; rest != 0; rest &= rest - 1)
        addresses.push_back(request.address[std::countr_zero(rest)]);
    std::ranges::sort(addresses);
    return static_cast<unsigned>(std::ranges::unique(addresses).begin() - addresses.begin());
}

// The least cost: as many sectors as the lanes' elements fill. Lanes may share an element that they
// load or store, but not one that they update atomically.
Price global_price(const trace::WarpRequest& request, trace::Op op) {
    const bool atomic = op == trace::Op::update;
    const unsigned elements =
        atomic ? unsigned(std::popcount(request.mask)) : distinct_addresses(request);
    return {atomic ? atomic_sectors(request) : global_sectors(request),
            (elements * request.size + memory::sector_size - 1) / memory::sector_size};
}

Price shared_price(const trace::WarpRequest& request, const trace::SiteInfo& info) {
    SharedCost cost;
    if (info.op == trace::Op::update) {
        const SharedAtomicCost parts = shared_atomic_cost(request, info.on_shared);
        cost = {parts.atomics.wavefronts + parts.loads.wavefronts,
                parts.atomics.bank_conflicts + parts.loads.bank_conflicts};
    } else {
        cost = shared_cost(request, info.op == trace::Op::write);
    }
    return {cost.wavefronts, cost.wavefronts - cost.bank_conflicts};
}

std::vector<std::uint32_t> served_together(const trace::WarpRequest& request, trace::Op op) {
    return op == trace::Op::update ? shared_atomic_turns(request)
                                   : shared_wavefronts(request, op == trace::Op::write);
}

}  // namespace

void prepare_closeups(const report::Dim3& grid) {
    static CloseupTaker taker;
    closeup_taker = report::closeups_are_wanted() ? &taker : nullptr;
    if (closeup_taker) taker.begin_launch(grid);
}

void CloseupTaker::begin_launch(const report::Dim3& grid) {
    const report::Dim3 block = report::explained_block();
    explained_ =
        report::has_block(grid, block) ? (block.z * grid.y + block.y) * grid.x + block.x : no_block;
}

void CloseupTaker::warp_runs(std::uint32_t block, std::uint32_t warp, std::uint32_t lanes) {
    warp_ = &warps_[{block, warp}];
    warp_->lanes = lanes;
    block_ = block;
    number_ = warp;
    if (block != explained_) return;
    if (threads_.size() <= warp) threads_.resize(warp + 1);
    threads_[warp] = static_cast<std::uint32_t>(std::popcount(lanes));
}

void CloseupTaker::warp_ends(std::uint32_t block, std::uint32_t warp) {
    warps_.erase({block, warp});
    warp_ = nullptr;
}

void CloseupTaker::request(trace::SiteId site, const trace::WarpRequest& request, MemorySpace space,
                           memory::Address base, std::optional<report::Closeup>& closeup) {
    if (site >= warp_->requests.size()) warp_->requests.resize(site + 1);
    const std::uint32_t turn = ++warp_->requests[site];
    const int first = std::countr_zero(request.mask);
    if (report::WarpStretch* const now =
            block_ == explained_ ? stretch(warp_->passed[first]) : nullptr)
        ++now->requests;

    const trace::SiteInfo& info = trace::site_info(site);
    const Price price =
        space == MemorySpace::shared ? shared_price(request, info) : global_price(request, info.op);
    const bool is_first = !closeup;
    if (is_first) closeup.emplace();
    closeup->cost += price.cost;
    closeup->least += price.least;
    report::RequestExample& worst = closeup->worst;
    // Of requests equally far above their least, prefers the one with the most lanes.
    const auto rank = [](std::uint64_t cost, std::uint64_t least, std::uint32_t lanes) {
        return std::pair{std::int64_t(cost) - std::int64_t(least), std::popcount(lanes)};
    };
    if (!is_first &&
        rank(price.cost, price.least, request.mask) <= rank(worst.cost, worst.least, worst.lanes))
        return;
    worst = {.block = block_,
             .warp = number_,
             .turn = turn,
             .size = request.size,
             .lanes = request.mask,
             .start = static_cast<std::uint32_t>(base % bank_row_bytes),
             .cost = price.cost,
             .least = price.least};
    for (std::uint32_t rest = request.mask; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        worst.offset[lane] = static_cast<std::int64_t>(request.address[lane] - base);
    }
    if (space == MemorySpace::shared) worst.served = served_together(request, info.op);
}

bool CloseupTaker::mark_barrier(const trace::Block& block, const char* file, int line) {
    if (block.linear != explained_) return false;
    const auto known = std::ranges::find_if(barriers_, [&](const report::Site& site) {
        return site.file == file && site.line == line;
    });
    trace::append(trace::mark_record(trace::Mark::barrier,
                                     static_cast<std::uint64_t>(known - barriers_.begin())));
    if (known == barriers_.end()) barriers_.push_back({.file = file, .line = line});
    return true;
}

void CloseupTaker::barrier(trace::Record mark, std::uint32_t lanes) {
    if (block_ != explained_) return;
    for (; lanes != 0; lanes &= lanes - 1) {
        std::uint32_t& passage = warp_->passed[std::countr_zero(lanes)];
        if (report::WarpStretch* const here = stretch(passage)) {
            ++here->threads;
            passages_[passage].barrier = barriers_[mark & 0xffff'ffff];
        }
        passed_ = std::max<std::uint64_t>(passed_, ++passage);
    }
}

// The running warp's stretch before its barrier number `passage`; nullptr if it is not kept.
report::WarpStretch* CloseupTaker::stretch(std::uint32_t passage) {
    if (passage > most_passages) return nullptr;
    if (passages_.size() <= passage) passages_.resize(passage + 1);
    auto& warps = passages_[passage].warps;
    if (warps.size() <= number_) warps.resize(number_ + 1);
    return &warps[number_];
}

std::optional<report::BarrierTimeline> CloseupTaker::end_launch() {
    std::optional<report::BarrierTimeline> timeline;
    if (passed_ > 0) {
        timeline.emplace();
        timeline->block = explained_;
        timeline->passed = passed_;
        timeline->threads = threads_;
        passages_.resize(std::min<std::uint64_t>(passed_, most_passages) + 1);
        for (auto& passage : passages_) passage.warps.resize(threads_.size());
        if (passed_ <= most_passages)
            for (const auto& warp : passages_.back().warps)
                timeline->after.push_back(warp.requests);
        passages_.pop_back();
        std::map<std::pair<std::string, int>, std::uint64_t> executions;
        for (auto& passage : passages_)
            passage.execution = ++executions[{passage.barrier.file, passage.barrier.line}];
        timeline->passages = std::move(passages_);
    }
    *this = {};
    return timeline;
}

}  // namespace cusim::count
