// Compares the device's time for several pieces of work. They are measured in turn, in rounds, so
// that changes of the machine affect all of them.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace runner {

/// Microseconds per call, over the rounds, each of which is the mean of a batch. One in ten rounds
/// is below p10, and one in ten above p90.
struct Spread {
    double median = 0, p10 = 0, p90 = 0;
};

/// For at least one round.
Spread spread_of(std::vector<double> rounds);

/// The work to be timed: queues it on the device, using the data set with this number.
using Work = std::function<void(int set)>;

/// Times batches of calls without waits in between, which the device begins only when a whole batch
/// is queued (gate.hpp). A call therefore counts with the time that the device needs for it,
/// however slowly the host launches. Work that waits for the device is timed with its waits. Each
/// call uses the next of `sets` data sets: several, which together exceed the device's caches, give
/// the time of a cold call, and one gives that of a warm one. Throws what the work throws, and
/// kit::CudaError if the device fails.
std::vector<Spread> time_side_by_side(const std::vector<Work>& works, int sets);

}  // namespace runner
