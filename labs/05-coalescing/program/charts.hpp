// Charts of a sweep: times by width, relative to the best of each algorithm, here and in the paper;
// and times by the number of rows for the widest matrices, for both products.
#pragma once

#include "measure.hpp"
#include "runner/chart.hpp"

namespace runner::sweep {

Plot charts_of(const Measurements& measured);

}  // namespace runner::sweep
