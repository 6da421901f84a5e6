// Which cases may run, given those that have: safety counts only for code that computes something,
// speed only for code that is right and free of races. Promises the suite a reason in words where a
// case may not run; knows nothing of how cases run.
//
// Cases belong to a rung; one without a rung depends on every case of the lab. A case that carries
// no points proves nothing, an empty submission might pass it; nor does one whose calls were all
// meant to fail.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "score/part.hpp"

namespace grader::score {

struct Done {
    Part part;
    std::string rung;
    double points = 0;
    bool passed = false;
    bool raced = false;     // a race was found in a call this case made
    bool computed = false;  // a call this case made returned, without exception or CUDA error
};

/// "not run, because …", or nothing where the case may run.
std::optional<std::string> reason_not_to_run(Part part, const std::string& rung,
                                             std::span<const Done> done);

}  // namespace grader::score
