// Immediate post-dominators of a graph that may be known in part only.
#pragma once

#include <vector>

namespace cusim::trace {

// successors[i]: of node i; the number successors.size() stands for the exit. Node 0 is the entry;
// every node can be reached from it. Returns for each node its immediate post-dominator.
//
// A node without successors counts as one before the exit: more of it was not seen yet. So does, of
// a loop that was not seen to end, the node farthest from the entry.
std::vector<unsigned> post_dominators(std::vector<std::vector<unsigned>> successors);

}  // namespace cusim::trace
