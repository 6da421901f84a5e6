// Whether a copy is given the address of a pointer, or of a vector, in place of its array's:
// `cudaMemcpy(&y, …)`.
#pragma once

#include <optional>
#include <string>

#include "simulator/report/source/source_tokens.hpp"

namespace cusim::report {

// `y`, as written behind the `&`.
struct CopiedVariable {
    std::string name;
    bool is_vector = false;
};

enum class CopyEnd { target, source };

// For the only call of cudaMemcpy() or its like on the line; nullopt also if the declaration of the
// variable is not found, or there are several.
std::optional<CopiedVariable> copied_variable(const SourceTokens& tokens, int line, CopyEnd end);

}  // namespace cusim::report
