// Carries a command line out: preprocess, translate, compile, link.
//
// Promises main: everything the user must read is on standard error, temporary files are gone when
// it returns, and the result is an exit status as a compiler's: 0, or 1 after errors.
#pragma once

#include "simulator/simcc/options.hpp"

namespace cusim::simcc {

int run(const Options& options);

}  // namespace cusim::simcc
