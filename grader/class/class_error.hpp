// What ends a command for a class.
#pragma once

#include <stdexcept>

namespace grader::classes {

/// What is wrong with a command for a class, in one line.
struct ClassError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace grader::classes
