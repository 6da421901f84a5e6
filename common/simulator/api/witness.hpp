// A race has a witness: an order of its two accesses in which the launch leaves another value. This
// is called once for each launch, when it is over and has been reported. Where it raced, a child
// process looks for witnesses (witness_search.hpp), so that the program itself goes on as if
// nothing had been; the findings say what came of it. With SIM_ORDER=witness the search happens in
// the program itself, and the first witness found is played: what the launch leaves is what it left
// there. With SIM_ORDER=witness:… one that is known is played.
#pragma once

#include <functional>
#include <optional>

#include "simulator/api/witness_search.hpp"
#include "simulator/exec/flipped_run.hpp"

namespace cusim::api {

// `describe` is called where it raced.
void look_for_witnesses(std::uint64_t launch, const std::function<SearchedLaunch()>& describe);

// Instead, for a launch that waited for the host and has ended now: the host cannot be repeated.
void cannot_look_for_witnesses();

// Where SIM_ORDER names a race of the launch that is about to begin.
std::optional<exec::Flip> flip_of_this_launch();
// Says of the launch's race what was seen of it.
void tell_played(const exec::FlippedRun& flipped);

}  // namespace cusim::api
