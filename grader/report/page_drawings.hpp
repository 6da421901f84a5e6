// The drawings of the page, as HTML that adapts to the available width. Each has a description in
// words, too.
#pragma once

#include <string>

#include "score/result.hpp"

namespace grader::report {

/// For the line's worst request: which lane uses which sector, or which bank serves it in which
/// wavefront. Empty if the request is not known.
std::string lane_map(const score::WorstLine& line);

/// For each barrier: what each warp of a block had to do before it, and how long it waited.
std::string barrier_chart(const score::BarrierTimeline& barriers);

/// The two threads of a race side by side; time runs downwards.
std::string witness_chart(const score::Witness& witness);

/// Right and wrong elements around the first wrong one.
std::string heat_map(const score::WrongElements& wrong);

/// The estimated time on a scale relative to its limit, with its cause.
std::string estimate_scale(const score::Work& work);

}  // namespace grader::report
