// Barriers that lie in the program's memory and end in phases: cuda::barrier. A phase ends when as
// many arrivals have come as the barrier expects; waiting is apart from arriving. The object's
// eight bytes hold the counts, so that it may lie in any memory; who waits, and which asynchronous
// copies end with the phase, is kept beside it. An arrival releases what its thread did, a wait
// acquires what came before the arrivals of its phase, and no later one.
#pragma once

#include <string>

#include "simulator/exec/grid.hpp"
#include "simulator/race/async_copies.hpp"
#include "simulator/race/scope.hpp"

namespace cusim::exec {

// An operation of the running thread on a barrier object.
struct BarrierUse {
    void* object;
    race::Scope scope;
    Location location;
    const void* pc;
};

constexpr std::uint32_t most_arrivals = (1 << 20) - 1;

void init_phases(const BarrierUse& use, std::int64_t expected);

struct Arrival {
    std::uint32_t phase;  // that it was for
    bool last;            // the phase ends once end_phase() is called
};
Arrival arrive(const BarrierUse& use, std::int64_t count, bool drop);
void end_phase(const BarrierUse& use);

// The phase that goes on.
std::uint32_t phase_of(const BarrierUse& use);
// True, and everything before the phase's arrivals is known, if it has ended.
bool has_ended(const BarrierUse& use, std::uint32_t phase);
void await(const BarrierUse& use, std::uint32_t phase);
// The copy belongs to the phase that goes on.
void bind_copy(const BarrierUse& use, race::CopyId copy);

// "24 of the 32 arrivals …", for one who waits at State::at_phase.
std::string missing_arrivals(const Thread& thread);

}  // namespace cusim::exec
