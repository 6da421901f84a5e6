#include "simulator/exec/split_barrier.hpp"

#include <utility>

#include "simulator/exec/grid.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::exec {

void misuse(Location location, std::string cause) {
    report::Finding finding{.kind = report::FindingKind::assertion};
    current_thread->location = location;
    finding.self = party(*current_thread, report::Op::none);
    finding.cause = std::move(cause);
    current_grid->abort(cudaErrorLaunchFailure, std::move(finding));
}

void arrive(SplitBarrier& barrier, std::uint32_t& phases, Location location, const char* whose) {
    if (phases > barrier.phase)
        misuse(location, std::string("the thread arrives at its ") + whose +
                             "'s barrier twice without a wait");
    phases = barrier.phase + 1;
    race::release_at(barrier.identity, race::Scope::device);
    ++barrier.arrived;
}

void await(SplitBarrier& barrier, std::uint32_t phases, Location location, State state) {
    Thread& thread = *current_thread;
    thread.location = location;
    thread.steps = 0;
    thread.warp->steps = 0;
    while (barrier.phase < phases) {
        barrier.waiting.push_back(&thread);
        current_grid->suspend(state);
    }
    race::acquire(barrier.arrivals);
}

void leave(SplitBarrier& barrier, std::uint32_t phases) {
    if (phases > barrier.phase) --barrier.arrived;
}

void end_phase(SplitBarrier& barrier, Grid& grid) {
    barrier.arrived = 0;
    ++barrier.phase;
    barrier.arrivals = race::released_at(barrier.identity);
    for (Thread* const thread : barrier.waiting) grid.wake(*thread);
    barrier.waiting.clear();
    grid.made_progress();
    grid.comes_to_an_end();
}

}  // namespace cusim::exec
