// The page's drawings, as HTML that bends to the width there is. Each has its meaning in words,
// too.
#pragma once

#include <string>

#include "score/result.hpp"

namespace grader::report {

/// Which lane touches which sector, or is served by which bank in which pass, of the line's worst
/// request. Empty where the request is not known.
std::string lane_map(const score::WorstLine& line);

/// Barrier by barrier, what each warp of a block had to do before it and how long it waited.
std::string barrier_chart(const score::BarrierTimeline& barriers);

/// The two threads of a race side by side, time from top to bottom.
std::string witness_chart(const score::Witness& witness);

/// Right and wrong elements round the first wrong one.
std::string heat_map(const score::WrongElements& wrong);

/// The estimated time on a scale of its limit, with its cause.
std::string estimate_scale(const score::Work& work);

}  // namespace grader::report
