// Vets the external symbols of a compiled submission. This second check sees what the compiler
// made, not what was written.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "vet/problem.hpp"

namespace grader::vet {

struct Symbols {
    std::vector<std::string> defined, undefined;
    std::vector<std::string> weak;  // undefined ones that may stay undefined
};

/// Parses the output of `nm --extern-only --format=posix`.
Symbols read_symbols(std::string_view listing);
/// "helper(int)" for _Z6helperi. Names that are not C++'s, or longer than 128 characters, are
/// returned unchanged.
std::string readable(const std::string& symbol);
/// One problem for each of `symbols` that a submission may not use, with the line in `source` where
/// its name occurs, if it does. `simulator`: the symbols that the simulator defines.
Problems vet_symbols(const std::vector<std::string>& symbols,
                     const std::set<std::string>& simulator, std::string_view source);
/// The same for those that only the host may use. In a program, the simulator sees where a kernel
/// calls one. In a module, which is not fenced, it would read unseen.
Problems vet_for_kernels(const std::vector<std::string>& symbols, std::string_view source);

}  // namespace grader::vet
