// Findings and launches as the lab program left them. They come out of the student's process, so
// promises to accept nothing but what the simulator can have written: bounded in size, in depth and
// in number, of the right types, with counts no program can stay below. Anything else is a
// RecordsError, which the session turns into a verdict.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "score/record.hpp"

namespace grader::suite {

class RecordsError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

struct Records {
    std::vector<score::Finding> findings;
    std::vector<score::Kernel> kernels;
    std::uint64_t unlisted_kernels = 0;  // that came after these
};

Records parse_records(std::string_view text);

}  // namespace grader::suite
