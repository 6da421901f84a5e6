// `grade mutants NN|all`: whether a lab's suite catches the mistakes that the mutation operators
// make in its solution. Prints a line for each mutant that survives: the change, the file to look
// at, and the command that grades it again.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "cli/exit_status.hpp"
#include "lab/kit.hpp"

namespace grader::cli {

struct MutantsOptions {
    std::vector<std::string> labs;
    std::string only;                   // operator; if empty, all
    std::optional<std::size_t> sample;  // so many of each lab, drawn by the seed; otherwise all
    std::uint64_t seed = 1;             // also the seed of the inputs
    unsigned jobs = 0;                  // in parallel; 0: as many as there are cores
    bool no_sandbox = false;
};

/// Returns full_marks if no mutant survives. Throws MutantsError for an unknown operator, and for a
/// list of equivalent mutants that does not fit the solution or the suite.
ExitStatus mutants(const lab::Kit& kit, const MutantsOptions& options, std::ostream& out);

}  // namespace grader::cli
