// A failure of the grader itself (no memory, the sandbox does not start), which is no verdict on a
// submission.
#pragma once

#include <stdexcept>

namespace grader::suite {

class SessionError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace grader::suite
