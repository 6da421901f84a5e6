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

void SplitBarrier::arrive(std::uint32_t& phases, Location location, const char* whose) {
    if (phases > phase_)
        misuse(location, std::string("the thread arrives at its ") + whose +
                             "'s barrier twice without a wait");
    phases = phase_ + 1;
    race::release_at(identity_, race::Scope::device);
    ++arrived_;
}

void SplitBarrier::await(std::uint32_t phases, Location location, State state) {
    Thread& thread = *current_thread;
    thread.location = location;
    thread.steps = 0;
    thread.warp->steps = 0;
    while (phase_ < phases) {
        waiting_.push_back(&thread);
        current_grid->suspend(state);
    }
    race::acquire(arrivals_);
}

void SplitBarrier::end_phase(Grid& grid) {
    arrived_ = 0;
    ++phase_;
    arrivals_ = race::released_at(identity_);
    for (Thread* const thread : waiting_) grid.wake(*thread);
    waiting_.clear();
    grid.made_progress();
    grid.comes_to_an_end();
}

}  // namespace cusim::exec
