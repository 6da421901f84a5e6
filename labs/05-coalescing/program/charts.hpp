// A sweep as charts: times over the width, relative to each algorithm's best, here and in the
// paper; and times over the rows of the widest matrices, for both products.
#pragma once

#include <vector>

#include "measure.hpp"
#include "runner/plot.hpp"

namespace runner::sweep {

std::vector<Chart> charts_of(const Measurements& measured);

}  // namespace runner::sweep
