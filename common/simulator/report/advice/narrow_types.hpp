// For a race between threads that should have elements of their own: a variable of the index whose
// type is too narrow for the threads' numbers.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// A complete statement, or empty: the variable must be declared with such a type, and its initial
// value in one of the two threads must not fit it.
std::string narrow_type_words(const Settled& settled);

}  // namespace cusim::report
