// A function timed on a real device beside the reference solution, on inputs that nobody has seen:
// a batch's floats are made on the device from a number that is sent when the clock starts, others
// for every run, and some elements of the outputs are checked afterwards. For TIMED cases
// (timing.hpp).
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
    /// Sizes, reals, arrays that are sent as they are, scratch. What it expects is not asked for.
    Problem problem;
    /// Inputs of floats, made anew: name and elements.
    std::vector<std::pair<std::string, std::size_t>> drawn = {};
    /// Whole numbers of 31 bits that are another in each run, a seed say.
    std::vector<std::string> drawn_sizes = {};
    /// What is brought back, of the type that the problem gives it, or floats.
    std::string output;
    std::size_t elements = 0;

    /// Element i of a drawn input of one run.
    using Inputs = std::function<float(std::string_view array, std::size_t element)>;
    using Expectation = std::function<runner::Expected(const Inputs&, std::size_t element)>;
    /// Of some elements of the output. None: the values are checked by other cases only.
    Expectation expected = {};
};

/// Sets what the case is worth by the ratio of the student's time to the solution's, and fails it
/// where it loses points or an element is wrong.
void check_time(const Batched& batched);

/// A function of the reference solution's program, say a library's, and what it is called.
struct Rival {
    std::string function, name;
};

/// The function's time beside the rival's, which is called with the same arguments. Values are
/// checked as above, the rival's too. Fails the case where the rival cannot be called.
TimeRatio compare_with(const Batched& batched, const Rival& rival);

}  // namespace grader::suite
