// The witness of a race: an order of its two accesses in which the launch leaves a different value.
// Called once for each launch, after it has ended and its findings have been emitted. If the launch
// raced, a child process searches for witnesses (witness_search.hpp), so that the program itself
// continues unchanged; the results are added to the findings. With SIM_ORDER=witness, the search
// runs in the program itself. The first witness found is executed, and the program continues with
// the memory that it leaves. With SIM_ORDER=witness:…, the given one is executed.
#pragma once

#include <functional>
#include <optional>

#include "simulator/api/trials/witness_search.hpp"
#include "simulator/exec/flipped_run.hpp"

namespace cusim::api {

// `describe` is called only if the launch raced.
void look_for_witnesses(std::uint64_t launch, const std::function<SearchedLaunch()>& describe);

// To be called instead for a launch that waited for the host, since the host cannot be repeated.
void cannot_look_for_witnesses();

// The race to reverse in the launch that is about to begin, if SIM_ORDER names one.
std::optional<exec::Flip> flip_of_this_launch();
// Adds what was observed to the finding of the launch's race.
void tell_played(const exec::FlippedRun& flipped);

}  // namespace cusim::api
