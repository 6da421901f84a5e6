// Checks a function whose common mistakes are known. A mistake is named if the output shows it, and
// if the same call with other numbers shows it, too.
//
//     check([&](std::uint64_t seed) -> Suspected {
//         const Inputs in = make_inputs(shape, seed);
//         return {problem_of(shape, in),
//                 [=] { return std::vector<Mistake>{{"without the last term", …}}; }};
//     });
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "runner/problem.hpp"
#include "suite/calls/answer.hpp"
#include "suite/causes/mistakes.hpp"

namespace grader::suite {

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
