// What ends the driver besides the errors of the text that it compiles.
#pragma once

#include <stdexcept>

namespace cusim::simcc {

/// Something outside the program to compile failed: a missing compiler, a full disk.
class DriverError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace cusim::simcc
