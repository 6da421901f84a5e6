// Times a function on a real device beside the reference solution, on inputs that are new each
// time. A batch's floats are generated on the device from a number that is sent when the clock
// starts, differently for every run. Some elements of the outputs are checked afterwards. For TIMED
// cases (timing.hpp).
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "suite/problem.hpp"
#include "suite/timing.hpp"

namespace grader::suite {

struct Batched {
    /// Sizes, reals, arrays that are sent, scratch. Its expectations are not used.
    Problem problem;
    /// Inputs of floats that are generated: name and number of elements.
    std::vector<std::pair<std::string, std::size_t>> drawn = {};
    /// 31-bit integers that differ in each run, such as a seed.
    std::vector<std::string> drawn_sizes = {};
    /// The output that is copied back, of the type that the problem gives, or floats.
    std::string output;
    std::size_t elements = 0;

    /// Element i of a generated input of one run.
    using Inputs = std::function<float(std::string_view array, std::size_t element)>;
    using Expectation = std::function<runner::Expected(const Inputs&, std::size_t element)>;
    /// The expected values of some elements of the output. Empty: only other cases check the
    /// values.
    Expectation expected = {};
};

/// Sets the case's points by the ratio of the student's time to the solution's. Fails the case if
/// it loses points or if an element is wrong.
void check_time(const Batched& batched);

/// A function of the reference solution's program, for example a library's, with its name in
/// messages.
struct Rival {
    std::string function, name;
};

/// Compares the function's time with that of the rival, which is called with the same arguments.
/// Values are checked as above, also the rival's. Fails the case if the rival cannot be called.
TimeRatio compare_with(const Batched& batched, const Rival& rival);

}  // namespace grader::suite
