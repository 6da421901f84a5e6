// Vetting what a compiled submission needs from outside itself: the second look, at what the
// compiler made rather than at what was written.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "vet/problem.hpp"

namespace grader::vet {

struct Symbols {
    std::vector<std::string> defined, undefined;
    std::vector<std::string> weak;  // of the undefined those that may stay so
};

/// The symbols that `nm --extern-only --format=posix` lists.
Symbols read_symbols(std::string_view listing);
/// "helper(int)" of _Z6helperi; a name that is none of C++'s, or longer than 128 characters, as it
/// is.
std::string readable(const std::string& symbol);
/// One problem for each of `symbols` that a submission may not use, with the line of `source`
/// where its name stands, if it does. `simulator` are the symbols that the simulator defines.
Problems vet_symbols(const std::vector<std::string>& symbols,
                     const std::set<std::string>& simulator, std::string_view source);

}  // namespace grader::vet
