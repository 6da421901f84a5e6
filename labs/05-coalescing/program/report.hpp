// A sweep on a device in words and tables: the paper's Tables 11 and 12 beside this machine's, who
// wins how often, the ablation that the paper lacks, single shapes, and every cell for a
// spreadsheet.
#pragma once

#include <string>

#include "measure.hpp"

namespace runner::sweep {

/// `device` is the machine's name for the heading.
std::string report(const Measurements& measured, const Effort& effort, const std::string& device);

/// A line a cell, with averages and medians in microseconds; then the paper's averages, which are
/// of no shape, and the transpose alone beside a copy.
std::string comma_separated(const Measurements& measured);

}  // namespace runner::sweep
