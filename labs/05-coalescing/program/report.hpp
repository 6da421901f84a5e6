// The report of a sweep on a device: the paper's Tables 11 and 12 compared with this machine, how
// often each algorithm wins, the ablation that the paper lacks, single shapes, and all measurements
// for a spreadsheet.
#pragma once

#include <string>

#include "measure.hpp"

namespace runner::sweep {

/// `device`: the machine's name for the heading.
std::string report(const Measurements& measured, const Effort& effort, const std::string& device);

/// One line per measurement, with averages and medians in microseconds; then the paper's averages,
/// which belong to no shape, and the transpose compared with a copy.
std::string comma_separated(const Measurements& measured);

}  // namespace runner::sweep
