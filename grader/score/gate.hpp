// Decides which cases may run, from those that have run. Safety counts only for code that computes
// something, and speed only for code that is correct and free of races. If a case may not run, the
// suite gets the reason in words. How cases run is defined elsewhere.
//
// Cases belong to a rung. A case without a rung depends on all cases of the lab. A case without
// points proves nothing, since an empty submission might pass it. The same is true of a case whose
// calls were all meant to fail.
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
    bool raced = false;     // a race was found in one of this case's calls
    bool computed = false;  // one of this case's calls returned without exception or CUDA error
};

/// Whether a case of `part` on `rung` depends on one of `before` on `rung_before`.
bool asks_about(Part part, const std::string& rung, Part before, const std::string& rung_before);

/// Whether a correct case with points has passed on the rung.
bool has_passed(const std::string& rung, std::span<const Done> done);

/// Whether the correct case with the most points on the rung has passed: the one with every shape.
bool has_passed_most(const std::string& rung, std::span<const Done> done);

/// "not run, because …"; nothing if the case may run.
std::optional<std::string> reason_not_to_run(Part part, const std::string& rung,
                                             std::span<const Done> done);

}  // namespace grader::score
