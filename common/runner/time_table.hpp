// The table of a run that times a lab's functions on a device, each beside a rival. For labs whose
// functions are no product of a matrix and a vector; for those, see timing.hpp.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runner/program.hpp"
#include "runner/stopwatch.hpp"

namespace runner {

struct Timed {
    std::string rung;  // what is compared; its last entry is the rival of the others
    std::string name;
    std::function<void()> work;  // queues it on the device
    double bytes = 0;            // that it must move at least; 0: no bound by memory
};

/// Throws std::runtime_error on the simulator.
void expect_device_for_times();

/// Measures the entries of each rung in turns, prints the medians, and returns a table in CSV:
/// rung, function, us, p10, p90, gb_s, of_rival (its rate as a share of the rival's).
std::string time_table(const std::vector<Timed>& timed);

/// Declares the run by hand --time, for a device only: it saves as times.csv what `table` makes,
/// which is time_table() of the lab's functions.
void declare_times(Program& program, const std::string& help, std::function<std::string()> table);

}  // namespace runner
