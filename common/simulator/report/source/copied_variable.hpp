// Whether a copy is given the address of a pointer, or of a vector, in place of its array's:
// `cudaMemcpy(&y, …)`; or a pointer's own size in place of its array's.
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

// The pointer `y` in the only `cudaMemcpy(…, y, sizeof(y), …)` or `cudaMemset(y, 0, sizeof y)` of
// the line: the size is the pointer's own, not that of what it leads to.
std::optional<std::string> pointer_of_size(const SourceTokens& tokens, int line);

}  // namespace cusim::report
