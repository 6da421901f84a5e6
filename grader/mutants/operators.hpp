// The mutation operators. Each one makes a mistake that students make, and has a name. A change is
// within the solution's regions and changes the text. Whether the program then behaves differently
// is for the suite and the lab's list of equivalent mutants to say.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "mutants/operator.hpp"
#include "source/source.hpp"

namespace grader::mutants {

/// What is wrong with a request or a list of mutants, in one line.
struct MutantsError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

std::span<const Operator> operators();

/// What may undo a mistake of a student: these operators, and some that make no typical mistake.
std::span<const Operator> repairs();

/// Throws MutantsError, which lists the known operators.
const Operator& find_operator(const std::string& name);

/// All changes of one operator. None extends beyond a region.
Changes changes_of(const Operator& which, const Source& source);

}  // namespace grader::mutants
