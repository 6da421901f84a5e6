#include "simulator/exec/warp_operation.hpp"

#include <bit>
#include <string>

#include "simulator/exec/warp_result.hpp"
#include "simulator/race/events.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::exec {

namespace {

template <class Action>
void for_each_lane(Warp& warp, std::uint32_t mask, Action action) {
    for (; mask != 0; mask &= mask - 1) action(*warp.lanes[std::countr_zero(mask)]);
}

std::uint32_t lane_of(const Thread& thread) {
    return thread.linear % 32;
}

// A whole warp first: popcount is a call of a library where the processor may lack the instruction.
std::uint32_t number_of(std::uint32_t lanes) {
    return lanes == ~0u ? 32 : static_cast<std::uint32_t>(std::popcount(lanes));
}

// The lanes of `mask` that exist, and those of them that have not exited.
struct Lanes {
    std::uint32_t existing = 0, live = 0, arrived = 0;
};

Lanes count_lanes(const Warp& warp, const LaneRequest& request) {
    Lanes lanes;
    for (std::uint32_t i = 0; i < 32; ++i) {
        const Thread* const thread = warp.lanes[i];
        const std::uint32_t bit = std::uint32_t{1} << i;
        if (!(request.mask & bit) || !thread) continue;
        lanes.existing |= bit;
        if (thread->state == State::exited) continue;
        lanes.live |= bit;
        if (thread->state == State::at_warp_operation && thread->request.op == request.op &&
            thread->request.mask == request.mask)
            lanes.arrived |= bit;
    }
    return lanes;
}

void tell_of_exited(Grid& grid, Warp& warp, const Thread& waiting, std::uint32_t exited) {
    if (!grid.first_time(waiting.location, {})) return;
    report::Finding finding{.kind = report::FindingKind::barrier_divergence};
    finding.severity = report::Severity::warning;
    finding.variant = report::Variant::warp_barrier;
    finding.self = party(waiting, report::Op::barrier);
    finding.other = party(*warp.lanes[std::countr_zero(exited)], report::Op::none);
    finding.other->site = {};
    report::emit(std::move(finding));
}

const char* why_absent(const Warp& warp, const LaneRequest& request, std::uint32_t source) {
    const Thread* const lane = warp.lanes[source];
    if (!lane) return "which the block does not have";
    if (!(request.mask >> source & 1)) return "which the mask does not name";
    return "which has ended";
}

// Reports the first of the lanes that read from a lane that takes no part.
void tell_of_absent_source(Grid& grid, const Warp& warp,
                           const std::array<LaneRequest, 32>& requests, const Lanes& lanes) {
    if (lanes.arrived == ~std::uint32_t{0}) return;
    for (std::uint32_t mask = lanes.arrived; mask != 0; mask &= mask - 1) {
        const auto lane = std::uint32_t(std::countr_zero(mask));
        const auto source = absent_source(requests, lanes.arrived, lane);
        if (!source) continue;
        const Thread& asker = *warp.lanes[lane];
        if (!grid.first_time(asker.location, asker.location)) return;
        report::Finding finding{.kind = report::FindingKind::uninitialized_read};
        finding.severity = report::Severity::warning;
        finding.variant = report::Variant::absent_lane;
        finding.self = party(asker, report::Op::none);
        finding.cause = "its shuffle reads lane " + std::to_string(*source) + ", " +
                        why_absent(warp, requests[lane], *source);
        return report::emit(std::move(finding));
    }
}

// CUDA leaves the results undefined unless the width is 1, 2, 4, 8, 16 or 32.
void tell_of_width(Grid& grid, const Thread& asker) {
    const int width = asker.request.width;
    const bool fits = width > 0 && width <= 32 && (width & (width - 1)) == 0;
    if (fits || !grid.first_time(asker.location, asker.location)) return;
    report::Finding finding{.kind = report::FindingKind::uninitialized_read};
    finding.severity = report::Severity::warning;
    finding.variant = report::Variant::shuffle_width;
    finding.self = party(asker, report::Op::none);
    finding.cause = "its shuffle has a width of " + std::to_string(width);
    report::emit(std::move(finding));
}

void release(Grid& grid, Warp& warp, const Thread& any, const Lanes& lanes) {
    if (lanes.existing != lanes.live) tell_of_exited(grid, warp, any, lanes.existing & ~lanes.live);
    std::array<LaneRequest, 32> requests{};
    for_each_lane(warp, lanes.arrived,
                  [&](Thread& lane) { requests[lane_of(lane)] = lane.request; });
    if (any.request.width != 32) tell_of_width(grid, any);
    tell_of_absent_source(grid, warp, requests, lanes);
    if (any.request.op == detail::WarpOp::sync) race::warp_barrier(warp.clock, lanes.arrived);
    grid.exchanges += is_exchange(any.request.op);
    grid.own_exchanges += reads_itself(any.request);
    grid.votes += is_vote(any.request.op);
    grid.made_progress();
    warp.at_operation -= number_of(lanes.arrived);
    for_each_lane(warp, lanes.arrived, [&](Thread& lane) {
        lane.result = warp_result(requests, lanes.arrived, lane_of(lane));
        grid.wake(lane);
    });
}

// The usual case first: other lanes are still missing.
bool release_if_complete(Grid& grid, Warp& warp, const Thread& any) {
    if (warp.at_operation < number_of(any.request.mask & warp.live)) return false;
    const Lanes lanes = count_lanes(warp, any.request);
    if (lanes.arrived != lanes.live) return false;
    release(grid, warp, any, lanes);
    return true;
}

[[noreturn]] void mask_without_self(const Thread& thread) {
    report::Finding finding{.kind = report::FindingKind::barrier_divergence};
    finding.variant = report::Variant::unnamed_caller;
    finding.self = party(thread, report::Op::barrier);
    finding.cause = "the mask does not name the lane that calls";
    current_grid->abort(cudaErrorLaunchFailure, std::move(finding));
}

// The lanes that wait in active_mask() at the location of the warp's first such lane.
std::uint32_t first_group(const Warp& warp) {
    const Thread* first = nullptr;
    std::uint32_t group = 0;
    for (std::uint32_t i = 0; i < 32; ++i) {
        const Thread* const lane = warp.lanes[i];
        if (!lane || lane->state != State::at_active_mask) continue;
        if (!first) first = lane;
        if (lane->location == first->location) group |= std::uint32_t{1} << i;
    }
    return group;
}

}  // namespace

std::uint64_t warp_operation(const LaneRequest& request, Location location) {
    Thread& thread = *current_thread;
    Grid& grid = *current_grid;
    thread.location = location;
    thread.request = request;
    if (!(request.mask >> lane_of(thread) & 1)) mask_without_self(thread);
    thread.state = State::at_warp_operation;
    ++thread.warp->at_operation;
    const bool complete = release_if_complete(grid, *thread.warp, thread);
    grid.suspend(complete ? State::ready : State::at_warp_operation);
    return thread.result;
}

std::uint32_t active_mask(Location location) {
    Thread& thread = *current_thread;
    thread.location = location;
    ++current_grid->active_mask_waiters;
    current_grid->suspend(State::at_active_mask);
    return std::uint32_t(thread.result);
}

void lane_has_exited(const Thread& thread) {
    thread.warp->live &= ~(std::uint32_t{1} << lane_of(thread));
    if (thread.warp->at_operation == 0) return;
    for (const Thread* lane : thread.warp->lanes)  // several groups may have waited for it
        if (lane && lane->state == State::at_warp_operation)
            release_if_complete(*current_grid, *thread.warp, *lane);
}

void release_active_masks(Grid& grid) {
    for (Block* block : grid.resident())
        for (Warp& warp : block->warps) {
            const std::uint32_t group = first_group(warp);
            for_each_lane(warp, group, [&](Thread& lane) {
                lane.result = group;
                --grid.active_mask_waiters;
                grid.wake(lane);
            });
        }
}

}  // namespace cusim::exec
