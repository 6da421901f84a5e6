// Reads from the source which arrays a line indexes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "simulator/report/findings/settled.hpp"
#include "simulator/report/source/source_flow.hpp"

namespace cusim::report {

// The subscripts `variable[…]` on the line; those of every name if `variable` is empty.
std::vector<TokenSpan> subscripts_on(const SourceTokens& tokens, int line,
                                     const std::string& variable);

// The subscripts of the finding's variable on its line, also under the name that it has in a
// helper.
std::vector<TokenSpan> subscripts_of(const Settled& settled, const SourceTokens& tokens);

// Whether the function declares the array, as in `__shared__ float part[256]`.
bool is_own_array(const SourceTokens& tokens, const Flow& flow, std::string_view name);

// Whether the function has a parameter of this name.
bool is_parameter(const SourceTokens& tokens, const Flow& flow, std::string_view name);

// Whether the line indexes several arrays, each of which may have led to the address.
bool indexes_several(const Settled& settled);

// The array that the line indexes; empty if there is none, or several.
std::string array_on(const Place& place);

// Whether the line indexes the finding's variable by its name.
bool indexes_by_name(const Settled& settled);

// Whether the only subscript of the finding's variable on the line has a subtraction in it.
bool subtracts_in_index(const Settled& settled);

// Whether the line of a kernel indexes only its parameters, and the finding's variable is not one
// of them, or is only stored to while others are read.
bool strays_into(const Settled& settled);

// Whether another parameter may also point to the finding's memory.
bool may_have_other_name(const Settled& settled);

// The side of a race whose access reached the variable through the index of another array: it reads
// on a line of the kernel that at most stores to the variable, or it stores on a line that stores
// to others. nullptr if there is no such side, or if one of these arrays may be the variable under
// another name.
const Place* strayed_access(const Settled& settled);

// Whether the line of a kernel stores, by the operation (a store or an atomic), only to arrays
// other than the variable.
bool stores_elsewhere(const Settled& settled, Op op, const Place& place);

}  // namespace cusim::report
