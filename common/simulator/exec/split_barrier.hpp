// A barrier at which arriving and waiting are separate operations: a cluster's, and the grid's
// where a program splits it. What came before the arrivals is ordered before what follows the
// waits, and what a thread does between the two is ordered with nothing. It does not wait for
// exited threads.
#pragma once

#include <cstdint>
#include <string>

#include "simulator/exec/split_state.hpp"

namespace cusim::exec {

class Grid;

/// By the running thread. `phases`: how many phases it has arrived at. `whose`: names the barrier
/// in a report.
void arrive(SplitBarrier& barrier, std::uint32_t& phases, Location location, const char* whose);
/// By the running thread: waits for the end of the phase at which it arrived last.
void await(SplitBarrier& barrier, std::uint32_t phases, Location location, State state);
/// For a thread that has exited, after it arrived at so many phases.
void leave(SplitBarrier& barrier, std::uint32_t phases);
/// To be called when all that are waited for have arrived.
void end_phase(SplitBarrier& barrier, Grid& grid);

/// Ends the launch, which uses a group as no device allows.
[[noreturn]] void misuse(Location location, std::string cause);

}  // namespace cusim::exec
