// What a wrong output is: the numbers that a common mistake gives. A suite lists the mistakes that
// students make, each with the number that it leaves in every element; one is named only where it
// gives the output that came, no other one on the list would, and the same call with other numbers
// has it, too.
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
    std::string words;  // behind "y is what comes out "
    /// Nothing where it would leave the arrays; `unwritten` where it writes nothing.
    std::function<std::optional<double>(std::size_t element)> element;

    /// Said of an output only that it gives whole: what was not computed is easily 0.
    bool is_of_all = false;

    static constexpr double unwritten = std::numeric_limits<double>::max();
};

/// The words of a sum whose last steps of adding up are missing: of each `step` terms only the
/// first is in it; `step` is a power of two up to 32.
std::string only_every(int step, std::string_view terms);

/// Of how many numbers an element is made, where nobody says.
constexpr std::size_t usual_terms = 8;

/// Whether the mistake leaves in this element what the output holds there, rounding apart.
bool leaves(const Mistake& mistake, const runner::Judged& output, std::size_t element);

/// The words of the only mistake that gives all of the output, or else all elements that are wrong;
/// empty where none does or several do, and where the elements that it gives are made of so few
/// numbers, `terms` each, that one is easily several things.
std::string only_mistake(const runner::Judged& output, std::span<const Mistake> mistakes,
                         std::size_t terms = usual_terms);

/// The rows or columns of a matrix that nothing is written to, where they are the last ones, beside
/// the grid that was launched; of an array with one dimension its last elements. A line that begins
/// with a newline, or nothing.
std::string unwritten_edge(const runner::Judged& output, const Answer& answer);

/// A problem that was made of a seed, with what may go wrong in it.
struct Suspected {
    runner::Problem problem;
    std::function<std::vector<Mistake>()> mistakes;  // asked for where the output is wrong
    std::size_t terms = usual_terms;                 // of an element
};

using Suspect = std::function<Suspected(std::uint64_t seed)>;

/// Makes the call of a drawn seed in its thread orders; fails the case unless every output is
/// right.
void check(const Suspect& make);

}  // namespace grader::suite
