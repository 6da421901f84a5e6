// Executes a command line: preprocesses, translates, compiles, links.
//
// Guarantee to main: everything that the user must read is on standard error, temporary files are
// removed before it returns, and the result is an exit status like a compiler's: 0, or 1 after
// errors.
#pragma once

#include "simulator/simcc/options.hpp"

namespace cusim::simcc {

int run(const Options& options);

}  // namespace cusim::simcc
