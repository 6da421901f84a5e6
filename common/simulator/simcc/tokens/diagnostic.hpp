// A message of the translator about a line of the student's.
#pragma once

#include <string>
#include <vector>

namespace cusim::simcc {

enum class Severity { warning, error };

struct Diagnostic {
    Severity severity = Severity::error;
    std::string file;
    unsigned line = 0;
    std::string message;
};

using Diagnostics = std::vector<Diagnostic>;

}  // namespace cusim::simcc
