// Reads findings and launches from the lab program's records. They come from the student's process,
// so only what the simulator can have written is accepted: limited in size, depth and number, of
// the right types, with counts that are at least what any program has. Everything else throws
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
    std::uint64_t unlisted_kernels = 0;  // launches after the listed ones
};

/// Whether the messages of findings say what would repair them.
enum class Remedies { told, held_back };

Records parse_records(std::string_view text, Remedies remedies = Remedies::told);

}  // namespace grader::suite
