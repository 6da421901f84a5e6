// Carries a command line out: preprocess, translate, compile, link.
//
// Promises main: everything the user must read is on standard error, temporary files are gone when
// it returns, and the result is an exit status as a compiler's: 0, or 1 after errors.
#pragma once

#include <stdexcept>

#include "simulator/simcc/options.hpp"

namespace cusim::simcc {

/// Something outside the program to compile failed: a missing compiler, a full disk.
class DriverError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

int run(const Options& options);

}  // namespace cusim::simcc
