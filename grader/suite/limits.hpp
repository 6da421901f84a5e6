// The limits of work that a lab's lab.toml declares under [limits]: microseconds that are enough,
// by name, as formulas in sizes.
#pragma once

#include <optional>
#include <string_view>

#include "suite/formula.hpp"
#include "suite/request.hpp"

namespace grader::suite {

/// The microseconds that are enough for the work `name`, at these sizes. Throws SessionError, with
/// the name, if there is no such limit or it cannot be computed: no submission is to lose points
/// for that.
double limit_of(const Request& request, std::string_view name, const Sizes& sizes);

/// The same; nothing if there is no such limit, or if its formula has other sizes than these.
std::optional<double> find_limit(const Request& request, std::string_view name, const Sizes& sizes);

/// The share for a case whose measure is `ratio` times its limit: 1 up to `full`, 0 from 10 on.
double share_of_ratio(double ratio, double full);

}  // namespace grader::suite
