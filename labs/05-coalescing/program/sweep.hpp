// A run by hand that repeats a paper's evaluation of lab 05's algorithms (--sweep). On a device, it
// measures times, and compares them with the paper's, with the ablation that the paper lacks, and
// with cuBLAS. On the simulator, it shows counters and estimated
// times. With --out FOLDER, it writes the tables, all
// measurements for a spreadsheet, and a plot.
#pragma once

#include "contender.hpp"

namespace runner {

void declare_sweep(Program& program, sweep::Algorithms algorithms);

}  // namespace runner
