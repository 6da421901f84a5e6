// Time on a real device, as a ratio to the reference solution's. The clock is this process's.
// Student and solution take turns, while the other process is idle. Their shortest batches are
// compared, until longer measuring could change neither the points nor the ratio.
// Batches are long compared with the round trip and with making their inputs. The time for the
// inputs is measured in the solution's process, where no student code runs, and subtracted. The
// caller defines what a batch does, and checks its values.
#pragma once

#include <functional>

namespace grader::suite {

/// What to run of a batch: only making the inputs of all runs, or also the runs.
enum class BatchPart { inputs, everything };

/// Makes new inputs for `repeat` runs of the function, and runs it on them. Returns the seconds
/// from request to reply.
using Batch = std::function<double(int repeat, BatchPart part)>;

struct TimeRatio {
    double student = 0;   // seconds per run
    double solution = 0;  // seconds per run
    double ratio = 0;     // of the two
    int repeat = 0;       // runs in a batch
};

/// What is known roughly, and need not be found out with the device to oneself.
struct WarmUp {
    double first;  // seconds of the student's first run
    int repeat;    // runs in a batch of the solution's that takes long enough
};

/// Both processes load what they need, and the number of runs is found.
WarmUp warm_up(const Batch& student, const Batch& solution);

/// To be called while nothing else uses the device.
TimeRatio compare(const Batch& student, const Batch& solution, const WarmUp& warm_up);

/// The share of a timed case's points: all up to 1.2 times the solution's time, none from 10 times
/// on, and in between linear in the logarithm of the ratio.
double share_of_time(double ratio);

/// For TIMED cases: sets the share of the case's points, and fails it if it loses any.
void grade_time(const TimeRatio& time);

}  // namespace grader::suite
