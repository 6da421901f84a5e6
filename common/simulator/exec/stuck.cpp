#include "simulator/exec/stuck.hpp"

#include <string>

#include "simulator/exec/numbered_barrier.hpp"
#include "simulator/exec/phase_barrier.hpp"
#include "simulator/race/findings/parties.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::exec {

namespace {

using report::Variant;

bool is_waiting(const Thread& thread) {
    switch (thread.state) {
        case State::at_block_barrier:
        case State::at_grid_barrier:
        case State::at_grid_phase:
        case State::at_phase:
        case State::at_cluster:
        case State::at_tile:
        case State::at_numbered_barrier:
        case State::at_warp_operation:
            return true;
        default:
            return false;
    }
}

struct Stuck {
    const Thread* first = nullptr;
    const Thread* other = nullptr;  // waits for something else, in the same block if possible
};

bool same_wait(const Thread& a, const Thread& b) {
    return a.state == b.state && a.location == b.location &&
           (a.state != State::at_warp_operation || a.request.mask == b.request.mask);
}

Stuck find_stuck(Grid& grid) {
    Stuck found;
    for (const Block* block : grid.resident())
        for (const Thread& thread : block->threads) {
            if (!is_waiting(thread)) continue;
            if (!found.first) found.first = &thread;
            if (!same_wait(*found.first, thread)) {
                found.other = &thread;
                return found;
            }
        }
    return found;
}

Variant variant_of(const Stuck& stuck) {
    const auto is = [&](State state) {
        return stuck.first->state == state || (stuck.other && stuck.other->state == state);
    };
    if (is(State::at_warp_operation)) return Variant::warp_barrier;
    if (is(State::at_grid_barrier) || is(State::at_grid_phase)) return Variant::grid_barrier;
    if (is(State::at_cluster)) return Variant::cluster_barrier;
    if (is(State::at_tile)) return Variant::tile_barrier;
    if (stuck.first->state == State::at_numbered_barrier) return Variant::numbered_barrier;
    if (stuck.first->state == State::at_phase) return Variant::phase_barrier;
    return Variant::different_barriers;
}

cudaError_t report_livelock(const Thread& thread) {
    report::Finding finding{.kind = report::FindingKind::livelock};
    finding.self = party(thread, report::Op::read);
    finding.self.site = {.pc = thread.last_pc, .file = nullptr, .line = 0};
    race::describe_word(finding, thread.actor, thread.last_address, thread.last_size);
    finding.cause =
        "it asks for the same value again and again, and no thread is left that "
        "could change it";
    report::emit(std::move(finding));
    return cudaErrorLaunchTimeout;
}

}  // namespace

cudaError_t report_stuck(Grid& grid, const Thread* spinning) {
    if (spinning) return report_livelock(*spinning);
    const Stuck stuck = find_stuck(grid);
    report::Finding finding{.kind = report::FindingKind::deadlock};
    finding.variant = variant_of(stuck);
    finding.self = party(*stuck.first, report::Op::barrier);
    if (stuck.other) finding.other = party(*stuck.other, report::Op::barrier);
    if (finding.variant == Variant::phase_barrier) finding.cause = missing_arrivals(*stuck.first);
    if (finding.variant == Variant::numbered_barrier)
        finding.cause = missing_at_numbered_barrier(grid, *stuck.first);
    if (const std::uint64_t ended = grid.ended_blocks();
        finding.variant == Variant::grid_barrier && ended > 0)
        finding.cause = (ended == 1 ? std::string{"a block of the grid has"}
                                    : std::to_string(ended) + " blocks of the grid have") +
                        " ended without coming to it";
    report::emit(std::move(finding));
    return cudaErrorLaunchFailure;
}

}  // namespace cusim::exec
