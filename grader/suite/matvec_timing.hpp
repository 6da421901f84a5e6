// Timed batches of y = A x + b: the seam between the matrix-vector labs and timing.hpp.
//
//     TIMED("rung 1: gather: time on the device", 5) { matvec::check_time(gather, {4096, 4096}); }
//
// Every run of a batch has an x and a b of its own, and the matrices rotate through more than the
// device's cache holds. The program makes them from a number it learns when the clock starts; some
// elements of y, drawn after the answer is in, are checked.
#pragma once

#include "suite/matvec.hpp"

namespace grader::suite::matvec {

void check_time(const Subject& subject, Shape shape);

}  // namespace grader::suite::matvec
