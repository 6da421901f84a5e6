// For the two threads of a race: which of the indices in which they differ do not occur in the
// subscript. Only if the source is understood.
#pragma once

#include <string>
#include <vector>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// Such as "threadIdx.y": the indices in which the two threads differ, and on which neither the
// subscript nor the pointer depends. Empty if that is not certain.
std::vector<std::string> left_out_of_index(const Settled& settled);

// Such as "The index has no threadIdx.y in it, in which the two threads differ"; empty if none is
// left out.
std::string gap_in_index(const Settled& settled);

// Whether the line has the form `q[z] += q[z + s]`.
bool adds_in_a_tree(const Settled& settled);

// For `y[i] += atomicAdd(&y[i], …)`, or with `=`: the store up to the atomic; otherwise empty.
std::string adds_twice(const Settled& settled);

// Such as `add_up(Q, z)`: the call of the function that contains the line, if it passes the same
// array in all threads. Empty if not, or if it is not understood.
std::string call_with_one_array(const Settled& settled);

}  // namespace cusim::report
