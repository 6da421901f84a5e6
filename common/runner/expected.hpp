// What one element of an output may be, and whether an answer is that: shared by the suites, which
// judge, and by the run by hand, which shows.
#pragma once

namespace runner {

/// The value in double precision, and how far an answer may lie from it.
struct Expected {
    double value = 0;
    double tolerance = 0;
};

/// k u / (1 - k u) for k operations on floats, u = 2^-24: how far, relative to the sum of the
/// terms' magnitudes, rounding may carry a result (Higham, Accuracy and Stability of Numerical
/// Algorithms, section 3.1), whatever the order of summation.
double gamma(double operations);

/// Whether `got` is right: an infinity must be that infinity; a NaN may be any NaN but the pattern
/// of an output never written.
bool is_right(const Expected& expected, double got);
bool is_right(const Expected& expected, float got);

/// Still the pattern that outputs hold before a call.
bool is_unwritten(float value);

}  // namespace runner
