// A sweep as charts: times over the width, relative to each algorithm's best, here and in the
// paper; and times over the rows of the widest matrices, for both products.
#pragma once

#include "measure.hpp"
#include "runner/chart.hpp"

namespace runner::sweep {

Plot charts_of(const Measurements& measured);

}  // namespace runner::sweep
