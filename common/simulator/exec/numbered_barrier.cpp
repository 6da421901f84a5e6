#include "simulator/exec/numbered_barrier.hpp"

#include <bit>

#include "cusim/numbered_barriers.hpp"
#include "simulator/exec/barrier.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::exec {

namespace {

constexpr std::uint32_t numbers = 16, lanes_of_warp = 32;

[[noreturn]] void refuse_use(const Location& location, std::string cause) {
    report::Finding finding{.kind = report::FindingKind::assertion};
    current_thread->location = location;
    finding.self = party(*current_thread, report::Op::none);
    finding.cause = std::move(cause);
    current_grid->abort(cudaErrorLaunchFailure, std::move(finding));
}

std::uint32_t warps_left(const Block& block) {
    std::uint32_t warps = 0;
    for (const Warp& warp : block.warps) warps += warp.live != 0;
    return warps;
}

// An address of no memory of the program, which identifies what is released at the barrier.
std::uintptr_t arrivals_at(const NumberedBarrier& barrier) {
    return (std::uintptr_t{7} << 61) + barrier.block * numbers + barrier.number;
}

NumberedBarrier& barrier_of(const Block& block, std::uint32_t number) {
    NumberedBarrier& barrier = current_grid->numbered_barriers[{block.slot, number}];
    if (barrier.block != block.linear) {
        barrier = {};
        barrier.block = block.linear;
        barrier.number = number;
        barrier.lanes.resize(block.warps.size());
    }
    return barrier;
}

std::string as_text(std::uint32_t threads) {
    return threads == 0 ? "all threads of the block" : std::to_string(threads) + " threads";
}

void check_threads(const NumberedBarrier& barrier, std::uint32_t threads,
                   const Location& location) {
    const std::string name = "barrier " + std::to_string(barrier.number);
    if (threads % lanes_of_warp != 0)
        refuse_use(location, name + " is to wait for " + as_text(threads) +
                                 ", and barriers count in warps: the number is a multiple of 32");
    const bool begins = barrier.arrived == 0 && barrier.ahead == 0;
    if (!begins && barrier.threads != threads)
        refuse_use(location, name + " is to wait for " + as_text(threads) +
                                 " here, and threads have arrived that let it wait for " +
                                 as_text(barrier.threads));
}

void let_them_go(Grid& grid, NumberedBarrier& barrier) {
    const race::LogPosition arrivals = race::released_at(arrivals_at(barrier));
    for (NumberedWait* const wait : barrier.waiting) {
        wait->ended = true;
        wait->arrivals = arrivals;
        wait->holds = barrier.holds;
        if (wait->thread->state == State::at_numbered_barrier) grid.wake(*wait->thread);
    }
    barrier.waiting.clear();
    if (barrier.arrived > lanes_of_warp) ++grid.barriers;
    barrier.arrived = 0;
    barrier.holds = 0;
    grid.made_progress();
    grid.comes_to_an_end();
}

// Counts the warp as arrived if all of its remaining lanes are there.
void let_warp_arrive(NumberedBarrier& barrier, const Warp& warp, std::size_t index) {
    auto& lanes = barrier.lanes[index];
    for (std::uint32_t live = warp.live; live != 0; live &= live - 1)
        if (lanes[std::countr_zero(live)] == 0) return;
    std::uint32_t came = 0;
    for (std::uint32_t& arrivals : lanes) {
        if (arrivals == 0) continue;
        --arrivals;
        ++came;
    }
    if (came == 0) return;
    barrier.ahead -= came;
    barrier.arrived += lanes_of_warp;
    std::erase_if(barrier.coming, [&](NumberedWait* wait) {
        if (wait->thread->warp != &warp) return false;
        barrier.holds += wait->predicate;
        barrier.waiting.push_back(wait);
        return true;
    });
}

void let_them_go_if_complete(Grid& grid, const Block& block, NumberedBarrier& barrier) {
    const std::uint32_t threads =
        barrier.threads != 0 ? barrier.threads : warps_left(block) * lanes_of_warp;
    if (barrier.arrived > 0 && barrier.arrived >= threads) let_them_go(grid, barrier);
}

void come_to(NumberedBarrier& barrier, std::uint32_t threads, const Location& location) {
    Thread& thread = *current_thread;
    check_threads(barrier, threads, location);
    thread.location = location;
    thread.steps = 0;
    thread.warp->steps = 0;
    barrier.threads = threads;
    const std::uint32_t warp = thread.linear / lanes_of_warp;
    ++barrier.lanes[warp][thread.linear % lanes_of_warp];
    ++barrier.ahead;
    race::release_at(arrivals_at(barrier), race::Scope::block);
    let_warp_arrive(barrier, *thread.warp, warp);
    let_them_go_if_complete(*current_grid, *thread.block, barrier);
    current_grid->made_progress();
}

NumberedBarrier& used_barrier(std::uint32_t number, const Location& location) {
    if (number >= numbers)
        refuse_use(location, "a block has the barriers 0 to 15, and none of the number " +
                                 std::to_string(number));
    return barrier_of(*current_thread->block, number);
}

// Barrier 0 of all threads is __syncthreads().
bool is_of_block(std::uint32_t number, std::uint32_t threads) {
    return number == 0 &&
           (threads == 0 || threads == current_thread->block->warps.size() * lanes_of_warp);
}

}  // namespace

void thread_has_left_numbered_barriers(Grid& grid, const Thread& thread) {
    if (grid.numbered_barriers.empty()) return;
    const Block& block = *thread.block;
    const std::uint32_t warp = thread.linear / lanes_of_warp;
    for (auto at = grid.numbered_barriers.lower_bound({block.slot, 0});
         at != grid.numbered_barriers.end() && at->first.first == block.slot; ++at) {
        NumberedBarrier& barrier = at->second;
        if (barrier.block != block.linear) continue;
        if (barrier.ahead > 0) let_warp_arrive(barrier, *thread.warp, warp);
        if (block.live > 0) let_them_go_if_complete(grid, block, barrier);
    }
}

std::string missing_at_numbered_barrier(const Grid& grid, const Thread& thread) {
    for (const auto& [key, barrier] : grid.numbered_barriers)
        for (const auto* waits : {&barrier.coming, &barrier.waiting})
            for (const NumberedWait* const wait : *waits)
                if (wait->thread == &thread)
                    return "barrier " + std::to_string(barrier.number) + " waits for " +
                           as_text(barrier.threads) + ", and " + std::to_string(barrier.arrived) +
                           " have come, in whole warps";
    return {};
}

}  // namespace cusim::exec

namespace cusim::detail {

using exec::current_grid;
using exec::current_thread;

unsigned int numbered_barrier(unsigned int number, unsigned int threads, bool predicate,
                              const char* file, int line) {
    const exec::Location location{file, line};
    if (exec::is_of_block(number, threads))
        return static_cast<unsigned int>(
            exec::block_barrier(location, exec::Combine::count, predicate));
    exec::NumberedBarrier& barrier = exec::used_barrier(number, location);
    exec::NumberedWait wait;
    wait.thread = current_thread;
    wait.predicate = predicate;
    barrier.coming.push_back(&wait);
    exec::come_to(barrier, threads, location);
    while (!wait.ended) current_grid->suspend(exec::State::at_numbered_barrier);
    race::acquire(wait.arrivals);
    return wait.holds;
}

void numbered_arrival(unsigned int number, unsigned int threads, const char* file, int line) {
    const exec::Location location{file, line};
    exec::NumberedBarrier& barrier = exec::used_barrier(number, location);
    if (threads == 0)
        exec::refuse_use(location, "bar.arrive is told how many threads the barrier waits for");
    exec::come_to(barrier, threads, location);
}

}  // namespace cusim::detail
