// Which arrays a line indexes, read from the source.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "simulator/report/settled.hpp"
#include "simulator/report/source_flow.hpp"

namespace cusim::report {

// `name[…]` on the line; of every name where `variable` is empty.
std::vector<TokenSpan> subscripts_on(const SourceTokens& tokens, int line,
                                     const std::string& variable);

// `__shared__ float part[256]`
bool is_own_array(const SourceTokens& tokens, const Flow& flow, std::string_view name);

// Whether the line indexes more than one array, of which any may have led to the address.
bool indexes_several(const Settled& settled);

// The array that a line indexes; empty where it indexes none or several.
std::string array_on(const Place& place);

// Whether the line indexes the finding's variable by its name.
bool indexes_by_name(const Settled& settled);

// Whether the only subscript of the finding's variable on the line has a subtraction in it.
bool subtracts_in_index(const Settled& settled);

// Whether the line of a kernel indexes its parameters alone, and not the finding's variable among
// them, or stores to that and reads others.
bool strays_into(const Settled& settled);

// Whether another parameter may lead to the finding's memory, too: two may point to one array.
bool may_have_other_name(const Settled& settled);

// Where one side of a race between threads comes to the variable by the index of another array: it
// reads on a line of the kernel that at most stores to the variable, or stores on one that stores
// to others. nullptr where no side does, or where one of these may be another name of this one.
const Place* strayed_access(const Settled& settled);

// Whether the line of a kernel stores to other arrays alone, by the operation, which is a store or
// an atomic, and not to the variable.
bool stores_elsewhere(const Settled& settled, Op op, const Place& place);

}  // namespace cusim::report
