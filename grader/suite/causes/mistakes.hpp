// The room of causes: which mistake of the student's explains what is wrong. It promises that a
// cause is named only where the evidence singles it out: the values (here, and the tables of
// mistakes beside this file), the source (slips, variables without a value, arrays that are not
// shared), or the counts (a closer look). Otherwise it says nothing, and the facts stand alone.
// What is judged, and which calls are made to confirm a cause, is left to the suite: of that, this
// room knows only an answer.
//
// This file recognises common mistakes by a wrong output: a list of the mistakes that students
// make, each with the value that it gives for every element. A mistake is named only if it gives
// the actual output, and if no other one on the list does.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runner/problem.hpp"

namespace grader::suite {

struct Mistake {
    std::string words;  // continues "y is what comes out "
    /// Returns nothing if it would access memory outside the arrays, and `unwritten` if it writes
    /// nothing.
    std::function<std::optional<double>(std::size_t element)> element;

    /// Only named if it gives the whole output, since values that were not computed are often 0.
    bool is_of_all = false;
    /// Named although it gives 0 wherever the output is wrong, as other mistakes may, too.
    bool zeros_tell = false;

    static constexpr double unwritten = std::numeric_limits<double>::max();
};

/// The words for a sum that lacks the last steps of a reduction, so that only the first of each
/// `step` terms is included. `step`: a power of two up to 32.
std::string only_every(int step, std::string_view terms);

/// How many numbers an element is computed from, if not specified.
constexpr std::size_t usual_terms = 8;

/// Whether the mistake gives the value of this element of the output, except for rounding.
bool leaves(const Mistake& mistake, const runner::Judged& output, std::size_t element);

/// The words of the only mistake that gives the whole output, or at least all wrong elements. Empty
/// if there is none or several, or if the elements it gives are computed from so few numbers,
/// `terms` each, that a match may be chance.
std::string only_mistake(const runner::Judged& output, std::span<const Mistake> mistakes,
                         std::size_t terms = usual_terms);

}  // namespace grader::suite
