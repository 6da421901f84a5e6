// Errors that end the driver but are not errors of the compiled text.
#pragma once

#include <stdexcept>

namespace cusim::simcc {

/// Something outside the compiled program failed: a missing compiler, a full disk.
class DriverError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace cusim::simcc
