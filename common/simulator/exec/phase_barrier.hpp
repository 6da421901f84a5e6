// Barrier objects in the program's memory, which end in phases: cuda::barrier. A phase ends after
// as many arrivals as the barrier expects. Waiting and arriving are separate operations. The
// object's eight bytes hold the counts, so that it may lie in any memory. The waiting threads, and
// the copies that end with the phase, are stored elsewhere (phase_state.hpp). An arrival releases
// what its thread did. A wait acquires what came before the arrivals of its phase, and of no later
// one.
#pragma once

#include <string>

#include "simulator/exec/grid.hpp"
#include "simulator/race/async_copies.hpp"
#include "simulator/race/order/scope.hpp"

namespace cusim::exec {

// Identifies an operation of the running thread on a barrier object.
struct BarrierUse {
    void* object;
    race::Scope scope;
    Location location;
    const void* pc;
};

constexpr std::uint32_t most_arrivals = (1 << 20) - 1;

void init_phases(const BarrierUse& use, std::int64_t expected);

struct Arrival {
    std::uint32_t phase;  // the phase in which it arrived
    bool last;            // the phase ends at the call of end_phase()
};
Arrival arrive(const BarrierUse& use, std::int64_t count, bool drop);
void end_phase(const BarrierUse& use);

// The current phase.
std::uint32_t phase_of(const BarrierUse& use);
// Whether the phase has ended. If it has, orders the running thread after the phase's arrivals.
bool has_ended(const BarrierUse& use, std::uint32_t phase);
void await(const BarrierUse& use, std::uint32_t phase);
// Binds the copy to the current phase.
void bind_copy(const BarrierUse& use, race::CopyId copy);

// Such as "24 of the 32 arrivals …", for a thread that waits at State::at_phase.
std::string missing_arrivals(const Thread& thread);

}  // namespace cusim::exec
