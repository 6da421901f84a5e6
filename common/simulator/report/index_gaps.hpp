// The numbers of the two threads of a race, and which of them the index is made of: those that it
// leaves out, though the threads differ in them, are told, where the text is understood.
#pragma once

#include <string>
#include <vector>

#include "simulator/report/settle.hpp"

namespace cusim::report {

// "threadIdx.y": a number in which the two threads differ, and which neither the index nor the
// pointer is made of. None where that is not certain.
std::vector<std::string> left_out_of_index(const Settled& settled);

// "The index has no threadIdx.y in it, in which the two threads differ"; empty where none is left
// out.
std::string gap_in_index(const Settled& settled);

// `q[z] += q[z + s]`
bool adds_in_a_tree(const Settled& settled);

// `y[i] += atomicAdd(&y[i], …)`: the element, as it is written; empty where that is not so.
std::string adds_twice(const Settled& settled);

// `add_up(Q, z)`: the call whose function has the line, where it hands the same array to all
// threads; empty where it does not, or is not understood.
std::string call_with_one_array(const Settled& settled);

}  // namespace cusim::report
