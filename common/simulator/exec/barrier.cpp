#include "simulator/exec/barrier.hpp"

#include "simulator/count/launch.hpp"
#include "simulator/device/profile.hpp"
#include "simulator/exec/split_barrier.hpp"
#include "simulator/race/events.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::exec {

namespace {

// A block whose threads have arrived at barriers this many times is reported as an endless loop.
// 256 threads at 65,536 barriers take a second or two of simulation.
constexpr std::uint64_t arrivals_limit = std::uint64_t{1} << 24;

// The block's threads in `state`, in the order in which they were started.
template <class Action>
void for_each_waiting(Block& block, State state, Action action) {
    for (const std::uint32_t linear : block.order)
        if (Thread& thread = block.threads[linear]; thread.state == state) action(thread);
}

const Thread* first_waiting(const Block& block, State state) {
    for (const Thread& thread : block.threads)
        if (thread.state == state) return &thread;
    return nullptr;
}

// An exited thread whose latest barrier was this one; nullptr if there is none.
const Thread* first_exited_behind(const Block& block, const Location& barrier) {
    for (const Thread& thread : block.threads)
        if (thread.state == State::exited && thread.location == barrier) return &thread;
    return nullptr;
}

// Reports threads that exited without arriving at this barrier. Devices that schedule threads
// independently allow this; on all others it is undefined. If a thread has arrived at the same
// barrier before, the barrier is in a branch or a loop that not all threads run equally often.
void tell_of_exited(Grid& grid, const Block& block, State barrier) {
    const Thread& waiting = *first_waiting(block, barrier);
    const Thread* const behind = first_exited_behind(block, waiting.location);
    if (!grid.first_time(waiting.location, behind ? waiting.location : Location{})) return;
    report::Finding finding{.kind = report::FindingKind::barrier_divergence};
    finding.severity = device::profile().has_independent_threads() ? report::Severity::warning
                                                                   : report::Severity::error;
    finding.variant = behind ? report::Variant::uneven_barriers : report::Variant::exited_threads;
    finding.self = party(waiting, report::Op::barrier);
    finding.other =
        party(behind ? *behind : *first_waiting(block, State::exited), report::Op::none);
    if (!behind) finding.other->site = {};
    report::emit(finding);
}

// The first thread of a block arrives at the barrier of the grid for its block. Without it a device
// waits in vain for the block, if any other block's first thread is there to wait.
void tell_of_first_exited(Grid& grid, const Block& block) {
    const Thread& waiting = *first_waiting(block, State::at_grid_barrier);
    const Thread& first = block.threads.front();
    if (!grid.first_time(waiting.location, first.location)) return;
    report::Finding finding{.kind = report::FindingKind::barrier_divergence};
    finding.variant = report::Variant::first_thread_exited;
    finding.self = party(waiting, report::Op::barrier);
    finding.other = party(first, report::Op::none);
    finding.other->site = {};
    report::emit(finding);
}

// Threads wait at different __syncthreads(). What a device does then is not what the program means.
[[noreturn]] void different_barriers(Grid& grid, const Block& block) {
    const Thread& first = *first_waiting(block, State::at_block_barrier);
    for (const Thread& thread : block.threads) {
        if (thread.state != State::at_block_barrier || thread.location == first.location) continue;
        report::Finding finding{.kind = report::FindingKind::barrier_divergence};
        finding.variant = report::Variant::different_barriers;
        finding.self = party(first, report::Op::barrier);
        finding.other = party(thread, report::Op::barrier);
        grid.abort(cudaErrorLaunchFailure, std::move(finding));
    }
    __builtin_unreachable();
}

void arrive(Block& block, const Location& location) {
    if (block.at_barrier++ == 0)
        block.barrier = location;
    else
        block.at_several_barriers |= !(location == block.barrier);
}

int combined(Block& block, Combine combine) {
    int count = 0, arrived = 0;
    for_each_waiting(block, State::at_block_barrier, [&](Thread& thread) {
        ++arrived;
        count += thread.predicate != 0;
    });
    switch (combine) {
        case Combine::none:
            return 0;
        case Combine::count:
            return count;
        case Combine::conjunction:
            return count == arrived;
        case Combine::disjunction:
            return count > 0;
    }
    return 0;
}

void release_block(Grid& grid, Block& block) {
    if (block.at_several_barriers) different_barriers(grid, block);
    if (block.live < block.threads.size()) tell_of_exited(grid, block, State::at_block_barrier);
    block.at_barrier = 0;
    ++grid.barriers;
    grid.made_progress();
    race::block_barrier(block.clock);
    const Thread& any = *first_waiting(block, State::at_block_barrier);
    const int result = any.combine == Combine::none ? 0 : combined(block, any.combine);
    for_each_waiting(block, State::at_block_barrier, [&](Thread& thread) {
        thread.result = std::uint64_t(result);
        grid.wake(thread);
    });
}

void release_grid(Grid& grid) {
    for (const Block* block : grid.resident()) {
        if (block->live == block->threads.size()) continue;
        if (block->threads.front().state == State::exited)
            tell_of_first_exited(grid, *block);
        else
            tell_of_exited(grid, *block, State::at_grid_barrier);
    }
    race::grid_barrier();
    grid.made_progress();
    grid.at_grid_barrier = 0;
    ++grid.grid_barriers;
    for (Block* block : grid.resident()) {
        for_each_waiting(*block, State::at_grid_barrier,
                         [&](Thread& thread) { grid.wake(thread); });
    }
}

// A device counts blocks at a grid barrier. It waits for a block that has ended, in vain, but not
// for an exited thread of a block that still runs.
bool is_whole_grid(const Grid& grid, std::uint64_t threads) {
    return threads > 0 && threads == grid.live_threads() && grid.all_blocks_begun() &&
           grid.ended_blocks() == 0;
}

void end_grid_phase_if_complete(Grid& grid) {
    if (!is_whole_grid(grid, grid.split_barrier.arrived)) return;
    end_phase(grid.split_barrier, grid);
    ++grid.grid_barriers;
}

void expect_cooperative(Grid& grid) {
    if (grid.shape().cooperative) return;
    report::Finding finding{.kind = report::FindingKind::launch_error};
    finding.variant = report::Variant::grid_barrier;
    finding.self = party(*current_thread, report::Op::barrier);
    finding.cause =
        "the kernel calls grid.sync() but was launched with <<<>>>; only "
        "cudaLaunchCooperativeKernel makes sure that all blocks run at the same time";
    grid.abort(cudaErrorLaunchFailure, std::move(finding));
}

[[noreturn]] void endless_barriers(Grid& grid, const Thread& thread) {
    report::Finding finding{.kind = report::FindingKind::livelock};
    finding.self = party(thread, report::Op::barrier);
    finding.cause = "the block has come to its barriers " +
                    std::to_string(arrivals_limit / thread.block->threads.size()) +
                    " times and shows no sign of ending";
    grid.abort(cudaErrorLaunchTimeout, std::move(finding));
}

}  // namespace

int block_barrier(Location location, Combine combine, int predicate) {
    Thread& thread = *current_thread;
    Block& block = *thread.block;
    count::at_barrier(block.clock, location.file, location.line);
    thread.location = location;
    thread.combine = combine;
    thread.predicate = predicate;
    thread.steps = 0;
    thread.warp->steps = 0;
    current_grid->comes_to_an_end();
    if (++block.barrier_arrivals > arrivals_limit) endless_barriers(*current_grid, thread);
    arrive(block, location);
    if (block.at_barrier == block.live) {
        thread.state = State::at_block_barrier;
        release_block(*current_grid, block);
        current_grid->suspend(State::ready);
    } else {
        current_grid->suspend(State::at_block_barrier);
    }
    return int(thread.result);
}

void grid_barrier(Location location) {
    Thread& thread = *current_thread;
    Grid& grid = *current_grid;
    count::at_barrier(thread.block->clock, location.file, location.line);
    thread.location = location;
    expect_cooperative(grid);
    ++grid.at_grid_barrier;
    thread.state = State::at_grid_barrier;
    if (is_whole_grid(grid, grid.at_grid_barrier)) {
        release_grid(grid);
        grid.suspend(State::ready);
    } else {
        grid.suspend(State::at_grid_barrier);
    }
}

void arrive_at_grid(Location location) {
    Thread& thread = *current_thread;
    Grid& grid = *current_grid;
    count::at_barrier(thread.block->clock, location.file, location.line);
    thread.location = location;
    expect_cooperative(grid);
    arrive(grid.split_barrier, thread.grid_arrivals, location, "grid");
    end_grid_phase_if_complete(grid);
}

void await_grid(Location location) {
    await(current_grid->split_barrier, current_thread->grid_arrivals, location,
          State::at_grid_phase);
}

void thread_has_exited(Grid& grid, const Thread& thread) {
    Block& block = *thread.block;
    if (block.at_barrier > 0 && block.at_barrier == block.live) release_block(grid, block);
    // If the block's last thread has exited, the block has ended, and the grid waits in vain.
    if (block.live > 0 && is_whole_grid(grid, grid.at_grid_barrier)) release_grid(grid);
    leave(grid.split_barrier, thread.grid_arrivals);
    if (block.live > 0) end_grid_phase_if_complete(grid);
}

}  // namespace cusim::exec
