// One sentence on why a warp's request costs what it costs, with the usual remedy.
#pragma once

#include <string>

#include "simulator/report/worst_line.hpp"

namespace cusim::report {

std::string advice(const WorstLine& line);

}  // namespace cusim::report
