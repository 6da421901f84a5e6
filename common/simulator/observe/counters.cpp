#include "simulator/observe/counters.hpp"

#include <bit>

#include "simulator/observe/closeup.hpp"

namespace cusim::observe {

using memory::Address;
using report::MemorySpace;

namespace {

report::Operation operation_at(const SiteInfo& site) {
    switch (site.op) {
        case Op::read:
            return report::Operation::load;
        case Op::write:
            return report::Operation::store;
        case Op::update:
            break;
    }
    return site.result_used ? report::Operation::atom : report::Operation::red;
}

void add(report::Costs& costs, const SharedCost& cost) {
    costs.wavefronts += cost.wavefronts;
    costs.bank_conflicts += cost.bank_conflicts;
}

WarpRequest one_by_one(const EvenRequest& request) {
    WarpRequest result;
    result.mask = request.mask;
    Address address = request.first;
    for (std::uint32_t rest = request.mask; rest != 0; rest &= rest - 1, address += request.gap)
        result.address[std::countr_zero(rest)] = address;
    return result;
}

// In shared memory: the same word for all, or each bank at most once.
bool is_one_wavefront(const EvenRequest& request, unsigned size) {
    return size <= 4 && (request.gap == 0 || (size == 4 && request.gap == size));
}

}  // namespace

Counters& counters() {
    static Counters instance;
    return instance;
}

// Addresses equally far apart: most requests, which need no look at each lane.
void Counters::count(SiteId site, const EvenRequest& request, const BlockClock& block) {
    if (site == 0) return give_up();
    const SiteInfo& info = site_info(site);
    Tally& here = tally(site, request.first, block);
    const bool global = here.space == MemorySpace::global;
    const bool simple = global ? request.gap <= memory::device_heap.size
                               : info.op != Op::update && is_one_wavefront(request, info.size);
    if (!simple || closeup_taker) {
        WarpRequest lanes = one_by_one(request);
        return count(site, lanes, block);
    }
    report::Costs& costs = here.costs;
    ++costs.requests;
    costs.active_lanes += request.lanes;
    costs.bytes += std::uint64_t{request.lanes} * info.size;
    if (global) {
        costs.sectors += touch_sectors(request, info.op);
        note_wait(info);
    } else {
        ++costs.wavefronts;
    }
}

// Nobody waits for what a store or a reduction does.
void Counters::note_wait(const SiteInfo& site) {
    waits_ += site.op == Op::read || (site.op == Op::update && site.result_used);
}

// Of global memory; how many sectors that was. An atomic takes an address once for each lane.
unsigned Counters::touch_sectors(const EvenRequest& request, Op op) {
    using memory::sector_size;
    const Address first = request.first, last = first + request.gap * (request.lanes - 1);
    if (request.gap > sector_size) {
        unique_.touch(first, request.gap, request.lanes);
        if (op == Op::update) unique_by_atomics_.touch(first, request.gap, request.lanes);
        return request.lanes;
    }
    unique_.touch(first, last + 1);
    if (op == Op::update) unique_by_atomics_.touch(first, last + 1);
    if (request.gap == 0 && op == Op::update) return request.lanes;
    return static_cast<unsigned>(last / sector_size - first / sector_size + 1);
}

void Counters::count(SiteId site, WarpRequest& request, const BlockClock& block) {
    if (site == 0) return give_up();
    const Address first = request.address[std::countr_zero(request.mask)];
    Tally& here = tally(site, first, block);
    const SiteInfo& info = site_info(site);
    request.size = info.size;
    const auto lanes = static_cast<unsigned>(std::popcount(request.mask));
    report::Costs& costs = here.costs;
    ++costs.requests;
    costs.active_lanes += lanes;
    costs.bytes += std::uint64_t{lanes} * info.size;
    if (here.space == MemorySpace::global) {
        costs.sectors += info.op == Op::update ? atomic_sectors(request) : global_sectors(request);
        unique_.touch(request);
        if (info.op == Op::update) unique_by_atomics_.touch(request);
        note_wait(info);
    } else if (info.op == Op::update) {
        const SharedAtomicCost cost = shared_atomic_cost(request, info.on_shared);
        add(costs, cost.atomics);
        add(here.loop_loads, cost.loads);
    } else {
        add(costs, shared_cost(request, info.op == Op::write));
    }
    if (closeup_taker) [[unlikely]]
        closeup_taker->request(site, request, here.space, latest_[site].base, here.closeup);
}

void Counters::count_texture(SiteId site, std::span<WarpRequest> texels, const BlockClock& block) {
    if (site == 0) return give_up();
    if (texels.empty()) return;  // all outside
    const SiteInfo& info = site_info(site);
    const Address first = texels[0].address[std::countr_zero(texels[0].mask)];
    Tally& here = tally(site, first, block);
    here.space = MemorySpace::texture;
    std::uint32_t lanes = 0;
    for (WarpRequest& request : texels) {
        request.size = info.size;
        lanes |= request.mask;
        here.costs.bytes += std::uint64_t{info.size} * std::popcount(request.mask);
        unique_.touch(request);
    }
    const TextureCost cost =
        info.samples ? texture_sample_cost(texels) : texture_fetch_cost(texels[0]);
    here.costs.requests += cost.requests;
    waits_ += cost.requests;
    here.costs.sectors += cost.sectors;
    here.costs.active_lanes += std::popcount(lanes);
}

Counters::Tally& Counters::tally(SiteId site, Address address, const BlockClock& block) {
    if (site >= latest_.size()) latest_.resize(site + 64);
    Latest& latest = latest_[site];
    if (address - latest.base >= latest.size) look_up(site, address, block, latest);
    return *latest.tally;
}

void Counters::look_up(SiteId site, Address address, const BlockClock& block, Latest& latest) {
    Place shared;
    const Place* const place = find_place(block, address, shared);
    const bool is_shared = memory::shared_arenas.contains(address);
    latest.base = place ? place->base : address;
    latest.size = place ? place->size : 1;
    latest.tally = &tallies_[{site, latest.base - (is_shared ? block.arena : 0)}];
    latest.tally->name = place ? place->best_name() : "";
    latest.tally->size = latest.size;
    if (is_shared) latest.tally->space = MemorySpace::shared;
}

void Counters::hand_over(report::LaunchRecord& record) const {
    if (!complete_) return;
    std::vector<report::AccessRecord> accesses;
    for (const auto& [key, tally] : tallies_) {
        const SiteInfo& site = site_info(key.first);
        report::AccessRecord access{.site = {.pc = site.pc},
                                    .operation = operation_at(site),
                                    .space = tally.space,
                                    .variable = tally.name,
                                    .variable_bytes = tally.size,
                                    .costs = tally.costs,
                                    .closeup = tally.closeup};
        accesses.push_back(access);
        if (tally.loop_loads.wavefronts == 0) continue;
        access.operation = report::Operation::load;
        access.costs = tally.loop_loads;
        access.closeup.reset();
        accesses.push_back(std::move(access));
    }
    record.count(std::move(accesses), {unique_.count(), unique_by_atomics_.count()});
    record.counters["busiest_warp_requests"] = busiest_warp_;
}

void Counters::clear() {
    tallies_.clear();
    latest_.clear();
    unique_.clear();
    unique_by_atomics_.clear();
    waits_ = busiest_warp_ = 0;
    complete_ = true;
}

}  // namespace cusim::observe
