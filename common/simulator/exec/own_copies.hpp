// The asynchronous copies that a thread waits for by itself, without a barrier: its commits in
// order, and the copies that it has not committed yet.
#pragma once

#include <deque>
#include <unordered_map>

#include "simulator/race/async_copies.hpp"

namespace cusim::exec {

struct Thread;

struct Commits {
    race::CopyId open = 0;           // to which further copies are added
    std::deque<race::CopyId> begun;  // the oldest first; 0 for a commit without copies
};

using OwnCopies = std::unordered_map<const Thread*, Commits>;

}  // namespace cusim::exec
