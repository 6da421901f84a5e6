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

/// Whether a case of `part` on `rung` depends on one of `before` on `rung_before`.
bool asks_about(Part part, const std::string& rung, Part before, const std::string& rung_before);

/// Whether a correct case that proves something has passed on the rung.
bool has_passed(const std::string& rung, std::span<const Done> done);

/// Whether the correct case that is worth most on the rung has: the one of every shape.
bool has_passed_most(const std::string& rung, std::span<const Done> done);

/// "not run, because …", or nothing where the case may run.
std::optional<std::string> reason_not_to_run(Part part, const std::string& rung,
                                             std::span<const Done> done);

}  // namespace grader::score
