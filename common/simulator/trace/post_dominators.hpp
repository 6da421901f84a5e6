// Immediate post-dominators of a graph of which only a part may be known.
#pragma once

#include <vector>

namespace cusim::trace {

// Returns the immediate post-dominator of each node. `successors[i]` lists the successors of node
// i; the number successors.size() stands for the exit. Node 0 is the entry, from which every node
// must be reachable.
//
// Two cases occur since only a part of a graph has been seen so far. A node without successors
// counts as a predecessor of the exit. In a loop that was not seen to end, the node farthest from
// the entry counts as one.
std::vector<unsigned> post_dominators(std::vector<std::vector<unsigned>> successors);

}  // namespace cusim::trace
