// Timed batches of y = A x + b: connects the matrix-vector labs with timing.hpp.
//
//     TIMED("rung 1: gather: time on the device", 5) { matvec::check_time(gather, {4096, 4096}); }
//
// Every run of a batch has its own x and b, and uses another one of several matrices that together
// exceed the device's cache. The program generates them from a number that it gets when the clock
// starts. Some elements of y, drawn after the answer has arrived, are checked.
#pragma once

#include "suite/matvec.hpp"

namespace grader::suite::matvec {

void check_time(const Subject& subject, Shape shape);

}  // namespace grader::suite::matvec
