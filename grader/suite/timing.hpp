// Time on a real device, as a ratio to the reference solution's. Promises that the clock is this
// process's, that student and solution take turns (solution, student, solution) while the other's
// process is idle, and that batches are long against the round trip and against the making of their
// inputs, which is measured on the solution's process and taken off: no student code runs there.
// What a batch does, and whether its values are right, is the caller's.
#pragma once

#include <functional>

namespace grader::suite {

/// Of a batch: the inputs for all its runs and nothing more, or the runs, too.
enum class BatchPart { inputs, everything };

/// Makes inputs nobody has seen before for `repeat` runs of the function, and runs it on them.
/// Returns the seconds from request to reply.
using Batch = std::function<double(int repeat, BatchPart part)>;

struct TimeRatio {
    double student = 0;   // seconds a run
    double solution = 0;  // seconds a run
    double ratio = 0;     // median over the rounds
    int repeat = 0;       // runs in a batch
};

TimeRatio compare(const Batch& student, const Batch& solution);

/// The share of a timed case's points: all up to 1.2 times the solution's time, none from 10 times
/// on, and evenly by the ratio's logarithm between.
double share_of_time(double ratio);

/// For TIMED cases: sets what the case is worth, and fails it where it loses points.
void grade_time(const TimeRatio& time);

}  // namespace grader::suite
