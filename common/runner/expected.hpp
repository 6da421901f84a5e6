// The accepted values of an element of an output: shared by the suites, which judge, and by runs by
// hand, which show.
#pragma once

namespace runner {

/// The value in double precision, and the accepted difference.
struct Expected {
    double value = 0;
    double tolerance = 0;
};

/// k u / (1 - k u) for k operations on floats, u = 2^-24: the bound of the rounding error, relative
/// to the sum of the terms' magnitudes, for any order of summation (Higham, Accuracy and Stability
/// of Numerical Algorithms, section 3.1).
double gamma(double operations);

/// Whether `got` is right. An infinity must be the same infinity. A NaN may be any NaN except the
/// pattern of unwritten outputs.
bool is_right(const Expected& expected, double got);
bool is_right(const Expected& expected, float got);

/// Whether it is still the pattern that outputs contain before a call.
bool is_unwritten(float value);

}  // namespace runner
