// The work of calls that are made for their values, or for a count that is asked for. Cases of
// *fast* measure work at a few sizes, near which a submission could be quick, and slow at all
// others. So these calls are held to the limit of their function, too: far more leniently, since
// what is right and quick where it is measured may take longer elsewhere. Where it may take far
// longer, a lab has another limit for them, "NAME, any shape": blocks with nearly nothing to do
// take time, too, and a right answer may start one for each row, however short.
#pragma once

#include <optional>
#include <span>

#include "suite/calls/answer.hpp"
#include "suite/calls/call.hpp"
#include "suite/request.hpp"
#include "suite/rung_works.hpp"

namespace grader::suite {

/// Nothing for work that leaves the rung its points (score/work_gate.hpp), for which 5 us are free
/// in each call; for a function without a limit that its sizes determine; where an error has ended
/// the call; and on another device than the run's, of which the limit says nothing. Of several
/// orders of threads, the quickest one counts. The result is for the whole rung, the case that made
/// the call included.
/// `answers`: in all orders in which the call was made, on the simulator.
std::optional<RungWork> too_slow(const Call& call, std::span<const Answer> answers,
                                 const Request& request, bool names_sizes);

}  // namespace grader::suite
