// The asynchronous copies that threads wait for by themselves, without a barrier: each thread's
// commits in their order, and what it has not committed yet.
#pragma once

#include <deque>
#include <unordered_map>

#include "simulator/race/async_copies.hpp"

namespace cusim::exec {

struct Thread;

struct Commits {
    race::CopyId open = 0;           // takes the copies that come
    std::deque<race::CopyId> begun;  // the oldest first; 0 where a commit has no copies
};

using OwnCopies = std::unordered_map<const Thread*, Commits>;

}  // namespace cusim::exec
