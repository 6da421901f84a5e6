// The device's time for several pieces of work that are to be compared: measured side by side, in
// rounds, so that what changes on the machine meanwhile changes for all of them.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace runner {

/// Microseconds of one call: over the rounds, each the mean of a batch. One in ten rounds lies
/// below p10, and one in ten above p90.
struct Spread {
    double median = 0, p10 = 0, p90 = 0;
};

/// Of one round at least.
Spread spread_of(std::vector<double> rounds);

/// What is timed: it queues its work on the device, using the data set of that number.
using Work = std::function<void(int set)>;

/// Batches of calls, one after the other without a wait between, which the device begins only once
/// all of a batch are queued (gate.hpp): a call counts for what the device needs for it, however
/// slowly the host launches. Work that waits for the device is timed with its waits. Each call uses
/// the next of `sets` data sets: several, too large for the device's caches together, give the time
/// of a cold call, one the time of a warm one. Throws what the work throws; kit::CudaError where
/// the device fails.
std::vector<Spread> time_side_by_side(const std::vector<Work>& works, int sets);

}  // namespace runner
