// A run by hand that repeats a paper's evaluation of lab 05's algorithms (--sweep): on a device
// their times, beside the paper's, the ablation it lacks and cuBLAS; on the simulator their
// counters. With
// --out FOLDER it leaves the tables, every figure for a spreadsheet, and a plot.
#pragma once

#include "contender.hpp"
#include "transposition.hpp"

namespace runner {

void declare_sweep(Program& program, sweep::Algorithms algorithms, Transpose transpose);

}  // namespace runner
