// Recognises common mistakes by a wrong output. A suite lists the mistakes that students make, each
// with the value that it gives for every element. A mistake is named only if it gives the actual
// output, if no other one on the list does, and if the same call with other numbers shows it, too.
//
//     check([&](std::uint64_t seed) -> Suspected {
//         const Inputs in = make_inputs(shape, seed);
//         return {problem_of(shape, in),
//                 [=] { return std::vector<Mistake>{{"without the last term", …}}; }};
//     });
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runner/problem.hpp"
#include "suite/answer.hpp"

namespace grader::suite {

struct Mistake {
    std::string words;  // continues "y is what comes out "
    /// Returns nothing if it would access memory outside the arrays, and `unwritten` if it writes
    /// nothing.
    std::function<std::optional<double>(std::size_t element)> element;

    /// Only named if it gives the whole output, since values that were not computed are often 0.
    bool is_of_all = false;

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

/// A problem whose call is the twin of another one's: see Call::twin.
struct Twin {
    runner::Problem problem;
    /// Fails the case unless the two right answers fit together.
    std::function<void(const Answer& answer, const Answer& twins)> compare;
};

/// A problem generated from a seed, with the possible mistakes.
struct Suspected {
    runner::Problem problem;
    /// Called only if the output is wrong.
    std::function<std::vector<Mistake>()> mistakes = [] { return std::vector<Mistake>(); };
    std::size_t terms = usual_terms;  // of an element
    std::optional<Twin> twin = std::nullopt;
};

using Suspect = std::function<Suspected(std::uint64_t seed)>;

/// Makes the call for a drawn seed in all thread orders. Fails the case unless every output is
/// right.
void check(const Suspect& make);

}  // namespace grader::suite
