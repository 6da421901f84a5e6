#include "simulator/count/counters.hpp"

#include <bit>

#include "simulator/count/closeup.hpp"
#include "simulator/memory/registered.hpp"
#include "simulator/trace/lanes.hpp"

namespace cusim::count {

using memory::Address;
using report::MemorySpace;

namespace {

constexpr std::uint32_t warp_size = 32;

report::Operation operation_at(const trace::SiteInfo& site) {
    switch (site.op) {
        case trace::Op::read:
            return report::Operation::load;
        case trace::Op::write:
            return report::Operation::store;
        case trace::Op::update:
            break;
    }
    return site.result_used ? report::Operation::atom : report::Operation::red;
}

void add(report::Costs& costs, const SharedCost& cost) {
    costs.wavefronts += cost.wavefronts;
    costs.bank_conflicts += cost.bank_conflicts;
}

void note_lanes(report::Costs& costs, unsigned lanes, unsigned size) {
    ++costs.requests;
    costs.active_lanes += lanes;
    costs.bytes += std::uint64_t{lanes} * size;
}

trace::WarpRequest one_by_one(const trace::EvenRequest& request) {
    trace::WarpRequest result;
    result.mask = request.mask;
    Address address = request.first;
    for (std::uint32_t rest = request.mask; rest != 0; rest &= rest - 1, address += request.gap)
        result.address[std::countr_zero(rest)] = address;
    return result;
}

// For shared memory: all lanes use the same word, or each bank is used at most once.
bool is_one_wavefront(const trace::EvenRequest& request, unsigned size) {
    return size <= 4 && (request.gap == 0 || (size == 4 && request.gap == size));
}

}  // namespace

Counters& counters() {
    static Counters instance;
    return instance;
}

void Counters::warp_runs(const trace::Block& block, std::uint32_t warp, std::uint32_t lanes) {
    running_ = &busiest_.work_of(block, warp);
    block_ = block.linear;
    warp_ = warp;
    if (closeup_taker) closeup_taker->warp_runs(block.linear, warp, lanes);
}

void Counters::barrier(trace::Record mark, std::uint32_t lanes) {
    busiest_.warp_comes_to_a_barrier(block_, warp_, *running_);
    if (closeup_taker) closeup_taker->barrier(mark, lanes);
}

std::optional<std::uint32_t> Counters::meets(const trace::Block& block, std::uint32_t thread,
                                             const trace::Meeting& meeting) {
    if (busiest_.path().is_full()) give_up();
    return busiest_.path().record({block.linear, thread / warp_size}, meeting);
}

void Counters::met(std::uint32_t number) {
    running_->looked |= busiest_.path().reached(
        number, static_cast<std::uint32_t>(running_->barriers), running_->worked());
}

void Counters::warp_ends(const trace::Block& block, std::uint32_t warp) {
    busiest_.warp_ends(block, warp);
    running_ = nullptr;
    if (closeup_taker) closeup_taker->warp_ends(block.linear, warp);
}

// The fast path for addresses at equal distances, as in most requests: no loop over the lanes.
void Counters::count(trace::SiteId site, const trace::EvenRequest& request,
                     const trace::Block& block) {
    if (site == 0) return give_up();
    const trace::SiteInfo& info = trace::site_info(site);
    Tally& here = tally(site, request.first, block);
    if (here.space == MemorySpace::constant) {
        note_lanes(here.costs, request.lanes, info.size);
        return note_constant(here.costs, request.gap == 0 ? 1 : request.lanes);
    }
    const bool global = here.space == MemorySpace::global;
    const bool simple = global
                            ? request.gap <= memory::device_heap.size
                            : info.op != trace::Op::update && is_one_wavefront(request, info.size);
    if (!simple || closeup_taker) {
        trace::WarpRequest lanes = one_by_one(request);
        return count(site, lanes, block);
    }
    report::Costs& costs = here.costs;
    note_lanes(costs, request.lanes, info.size);
    if (global) {
        const std::uint64_t before = unique_.count();
        const unsigned sectors = touch_sectors(request, info.op);
        costs.sectors += sectors;
        note_global(info, request.mask, sectors, before);
        if (watches_rows() && info.op != trace::Op::write) [[unlikely]]
            note_rows(one_by_one(request), info.size, block);
    } else {
        ++costs.wavefronts;
        ++running_->wavefronts;
        if (info.op == trace::Op::read) running_->loaded_of_shared.add(request.mask, info.size);
    }
}

void Counters::note_constant(report::Costs& costs, unsigned addresses) {
    costs.addresses += addresses;
    running_->constant_addresses += addresses;
    running_->constant_replays += addresses - 1;
}

// A warp does not wait for the result of a store or a reduction.
void Counters::note_global(const trace::SiteInfo& site, std::uint32_t lanes, std::uint64_t sectors,
                           std::uint64_t before) {
    const bool updates = site.op == trace::Op::update;
    if (site.op == trace::Op::read || (updates && site.result_used))
        running_->waits_for(1, unique_.count() > before);
    else
        ++running_->sent;
    if (site.op != trace::Op::read) running_->writes();
    (site.op == trace::Op::read ? running_->readers : running_->writers) |= lanes;
    if (site.op == trace::Op::read) running_->loaded.add(lanes, site.size);
    (updates ? running_->atomic_sectors : running_->sectors) += sectors;
}

void Counters::note_rows(const trace::WarpRequest& request, unsigned size,
                         const trace::Block& block) {
    // A number of the cluster's own. In a launch with clusters, each block belongs to one.
    const bool is_of_cluster = block.cluster && block.cluster->members.size() > 1;
    const std::uint32_t group = is_of_cluster ? block.cluster->first_epoch : block.linear;
    trace::for_lanes(request.mask, [&](unsigned lane) {
        row_shares_.touch(group, block.linear, warp_ * warp_size + lane, request.address[lane],
                          size);
    });
}

// Records sectors of global memory as touched, and returns their number. An atomic counts an
// address once for each lane.
unsigned Counters::touch_sectors(const trace::EvenRequest& request, trace::Op op) {
    using memory::sector_size;
    const Address first = request.first, last = first + request.gap * (request.lanes - 1);
    if (request.gap > sector_size) {
        unique_.touch(first, request.gap, request.lanes);
        if (op == trace::Op::update) unique_by_atomics_.touch(first, request.gap, request.lanes);
        return request.lanes;
    }
    unique_.touch(first, last + 1);
    if (op == trace::Op::update) unique_by_atomics_.touch(first, last + 1);
    if (request.gap == 0 && op == trace::Op::update) return request.lanes;
    return static_cast<unsigned>(last / sector_size - first / sector_size + 1);
}

void Counters::count(trace::SiteId site, trace::WarpRequest& request, const trace::Block& block) {
    if (site == 0) return give_up();
    const Address first = request.address[std::countr_zero(request.mask)];
    Tally& here = tally(site, first, block);
    const trace::SiteInfo& info = trace::site_info(site);
    request.size = info.size;
    report::Costs& costs = here.costs;
    note_lanes(costs, static_cast<unsigned>(std::popcount(request.mask)), info.size);
    if (here.space == MemorySpace::constant)
        return note_constant(costs, constant_addresses(request));
    if (here.space == MemorySpace::global) {
        const unsigned sectors =
            info.op == trace::Op::update ? atomic_sectors(request) : global_sectors(request);
        costs.sectors += sectors;
        const std::uint64_t before = unique_.count();
        unique_.touch(request);
        if (info.op == trace::Op::update) unique_by_atomics_.touch(request);
        note_global(info, request.mask, sectors, before);
        if (watches_rows() && info.op != trace::Op::write) [[unlikely]]
            note_rows(request, info.size, block);
    } else if (info.op == trace::Op::update) {
        const SharedAtomicCost cost = shared_atomic_cost(request, info.on_shared);
        add(costs, cost.atomics);
        add(here.loop_loads, cost.loads);
        running_->wavefronts += cost.atomics.wavefronts + cost.loads.wavefronts;
    } else {
        const SharedCost cost = shared_cost(request, info.op == trace::Op::write);
        add(costs, cost);
        running_->wavefronts += cost.wavefronts;
        if (info.op == trace::Op::read) running_->loaded_of_shared.add(request.mask, info.size);
    }
    if (closeup_taker) [[unlikely]]
        closeup_taker->request(site, request, here.space, latest_[site].base, here.closeup);
}

void Counters::count_texture(trace::SiteId site, std::span<trace::WarpRequest> texels,
                             const trace::Block& block) {
    if (site == 0) return give_up();
    if (texels.empty()) return;  // all lanes are outside the texture
    const trace::SiteInfo& info = trace::site_info(site);
    const Address first = texels[0].address[std::countr_zero(texels[0].mask)];
    Tally& here = tally(site, first, block);
    here.space = MemorySpace::texture;
    const std::uint64_t before = unique_.count();
    std::uint32_t lanes = 0;
    for (trace::WarpRequest& request : texels) {
        request.size = info.size;
        lanes |= request.mask;
        here.costs.bytes += std::uint64_t{info.size} * std::popcount(request.mask);
        unique_.touch(request);
        if (watches_rows()) [[unlikely]]
            note_rows(request, info.size, block);
    }
    const TextureCost cost =
        info.samples ? texture_sample_cost(texels) : texture_fetch_cost(texels[0]);
    here.costs.requests += cost.requests;
    running_->waits_for(cost.requests, unique_.count() > before);
    running_->readers |= lanes;
    running_->sectors += cost.sectors;
    here.costs.sectors += cost.sectors;
    here.costs.active_lanes += std::popcount(lanes);
}

Counters::Tally& Counters::tally(trace::SiteId site, Address address, const trace::Block& block) {
    if (site >= latest_.size()) latest_.resize(site + 64);
    Latest& latest = latest_[site];
    if (address - latest.base >= latest.size) look_up(site, address, block, latest);
    return *latest.tally;
}

void Counters::look_up(trace::SiteId site, Address address, const trace::Block& block,
                       Latest& latest) {
    trace::MemoryObject shared;
    const trace::MemoryObject* const object = trace::find_object(block, address, shared);
    const bool is_shared = memory::shared_arenas.contains(address);
    latest.base = object ? object->base : address;
    latest.size = object ? object->size : 1;
    latest.tally = &tallies_[{site, latest.base - (is_shared ? block.arena : 0)}];
    latest.tally->name = object ? object->best_name() : "";
    latest.tally->size = latest.size;
    if (is_shared) latest.tally->space = MemorySpace::shared;
    if (object && object->kind == memory::MemoryKind::constant)
        latest.tally->space = MemorySpace::constant;
    latest.tally->of_host = object ? object->kind == memory::MemoryKind::pinned
                                   : memory::find_registered(address, 1).has_value();
}

void Counters::hand_over(report::LaunchRecord& record) {
    if (!complete_) return;
    std::vector<report::AccessRecord> accesses;
    std::uint64_t host_sectors = 0;
    for (const auto& [key, tally] : tallies_) {
        if (tally.of_host) host_sectors += tally.costs.sectors;
        const trace::SiteInfo& site = trace::site_info(key.first);
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
    busiest_.add_to(record.counters);
    if (host_sectors > 0) record.counters["host_memory_sectors"] = host_sectors;
    if (!watches_rows()) return;
    record.counters["most_bytes_of_a_row"] = row_shares_.most_bytes();
    record.counters["most_bytes_of_a_row_by_thread"] = row_shares_.most_bytes_by_thread();
    record.counters["bytes_of_rows"] = row_shares_.all_bytes();
}

void Counters::clear() {
    tallies_.clear();
    latest_.clear();
    unique_.clear();
    unique_by_atomics_.clear();
    busiest_.clear();
    row_shares_.clear();
    running_ = nullptr;
    complete_ = true;
}

}  // namespace cusim::count
