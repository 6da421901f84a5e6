// Which array a line means, if its access ends in no array, or in another one than it indexes.
#pragma once

#include <optional>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// If the line does not mean the memory that it accessed, or that lies nearest: the access as one to
// the array that the source indexes. That array's subscript, and no other, must be able to evaluate
// to the address.
std::optional<Settled> meant_access(const Settled& settled);

// Describes an access to no array as one to the array that is meant. Where the line may mean either
// of the two arrays between which it ends, the finding names both and no index.
void name_meant_array(Settled& settled);

// The argument of the launch that points to where nothing is allocated, if the line uses it, and
// does not use the finding's variable; empty otherwise.
std::string astray_on(const Settled& settled, const Place& place);

}  // namespace cusim::report
