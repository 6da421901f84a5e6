// Whether a racing update keeps the greatest or the least value, as the source shows it:
// `*most = max(*most, x)`, `if (x > *most) *most = x`, `*most = x > *most ? x : *most`.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// "atomicMax()" or "atomicMin()", if the race's lines make such an update, of an element with what
// is no other element of the array; otherwise empty.
std::string extreme_update(const Settled& settled);
// What to do, where the two accesses are the look at the element and the store, on their lines, or
// two stores; otherwise empty.
std::string extreme_advice(const Settled& settled);

}  // namespace cusim::report
