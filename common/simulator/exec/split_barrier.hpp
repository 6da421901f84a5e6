// A barrier at which arriving and waiting are separate operations: a cluster's, and the grid's
// where a program splits it. What came before the arrivals is ordered before what follows the
// waits, and what a thread does between the two is ordered with nothing. It does not wait for
// exited threads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simulator/exec/thread.hpp"
#include "simulator/race/events.hpp"

namespace cusim::exec {

class Grid;

class SplitBarrier {
  public:
    /// `identity`: an address of no memory of the program.
    void identify(std::uintptr_t identity) { identity_ = identity; }

    /// By the running thread. `phases`: how many phases it has arrived at. `whose`: names the
    /// barrier in a report.
    void arrive(std::uint32_t& phases, Location location, const char* whose);
    /// By the running thread: waits for the end of the phase at which it arrived last.
    void await(std::uint32_t phases, Location location, State state);
    void leave(std::uint32_t phases) { arrived_ -= phases > phase_; }

    std::uint64_t arrived() const { return arrived_; }
    /// To be called when all that are waited for have arrived.
    void end_phase(Grid& grid);

  private:
    std::uintptr_t identity_ = 0;
    std::uint64_t arrived_ = 0;
    std::uint32_t phase_ = 0;
    std::vector<Thread*> waiting_;
    race::LogPosition arrivals_;  // in the previous phase
};

/// Ends the launch, which uses a group as no device allows.
[[noreturn]] void misuse(Location location, std::string cause);

}  // namespace cusim::exec
