// The mutation operators: each one a mistake that students make, with a name of its own. Promises
// that a change lies in the solution's regions and changes the text; whether the program then still
// means the same is for the suite and the lab's list of equivalent mutants to say.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "mutants/source.hpp"

namespace grader::mutants {

/// What is wrong with a request or a list of mutants, in one line.
struct MutantsError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// These tokens, replaced by this text.
struct Change {
    TokenRange range;
    std::string text;
};
using Changes = std::vector<Change>;

struct Operator {
    std::string name;
    std::string mistake;  // what it makes of the text, in a few words
    /// Adds the changes it would make at token `i`.
    void (*apply)(const Source& source, std::size_t i, Changes& changes);
};

std::span<const Operator> operators();

/// Throws MutantsError, naming those there are.
const Operator& find_operator(const std::string& name);

/// All changes of one operator. None reaches beyond a region.
Changes changes_of(const Operator& which, const Source& source);

}  // namespace grader::mutants
