// Follows a pointer from the line that uses it back to an array of the launch: through local
// pointers (`float* row = &A[i * n];`) and the arguments of helper functions (`at(A + i * n, j)`).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "simulator/report/findings/settled.hpp"
#include "simulator/report/source/source_flow.hpp"

namespace cusim::report {

// The index in the array is the subscript's value plus `rest`. The subscript may lie on another
// line than the access, and in the function that calls the one with the access.
struct PointedAt {
    TokenSpan subscript;
    std::optional<long> rest = 0;  // nullopt for other parts that vary: `i * n` of `(A + i * n)[k]`
};

// For each use of a pointer on the finding's line that leads to the finding's variable, each part
// of the index that varies. Left out are pointers that are set more than once.
std::vector<PointedAt> pointed_at(const Settled& settled, const SourceTokens& tokens);

}  // namespace cusim::report
