// What the runtime keeps of a barrier object beside its counts.
#pragma once

#include <unordered_map>
#include <vector>

#include "simulator/race/async_copies.hpp"

namespace cusim::exec {

struct Thread;

struct PhaseState {
    std::vector<Thread*> waiting;
    std::vector<race::CopyId> copies;  // of the phase that goes on
    // Of the phase before: its copies until the first thread has waited, and what there is to
    // learn.
    std::vector<race::CopyId> copied;
    race::LogPosition arrivals, copies_done;
};

using PhaseStates = std::unordered_map<const void*, PhaseState>;

}  // namespace cusim::exec
