// What the parts of a lab's rungs are worth, as its lab.toml gives it.
#pragma once

#include <map>
#include <string>

#include "score/part.hpp"

namespace grader::score {

/// By rung ("rung 2", "first hunt") and part.
using RungPoints = std::map<std::string, std::map<Part, double>, std::less<>>;

}  // namespace grader::score
