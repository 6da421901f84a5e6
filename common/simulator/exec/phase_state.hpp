// The state of a barrier object that does not fit in its eight bytes.
#pragma once

#include <unordered_map>
#include <vector>

#include "simulator/race/async_copies.hpp"

namespace cusim::exec {

struct Thread;
struct Warp;

struct PhaseState {
    const Warp* first_to_come = nullptr;  // of the current phase
    bool several_warps = false;           // arrived, or waited
    std::vector<Thread*> waiting;
    std::vector<race::CopyId> copies;  // of the current phase
    // Of the previous phase: its copies, until the first thread has waited; and what a wait
    // acquires.
    std::vector<race::CopyId> copied;
    race::LogPosition arrivals, copies_done;
};

using PhaseStates = std::unordered_map<const void*, PhaseState>;

}  // namespace cusim::exec
