// Programs kept by what they were made from. Promises that an entry is found only for the same
// bytes, compared, not hashed: two submissions cannot be made to share one. Entries appear whole.
// Failures are not kept: some are the machine's, and pass. What nobody has asked for in a while
// goes when something new is kept, so that the folder stays within bounds.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "build/build.hpp"
#include "build/steps.hpp"

namespace grader::build {

class Cache {
  public:
    /// `inputs` is everything the result depends on.
    Cache(const std::filesystem::path& folder, std::string inputs);

    std::optional<Result> find() const;
    /// Keeps a gradable `result`, moving its program here; returns it with the program's place. The
    /// sources lie beside it in source/, where the program explains its findings by them.
    Result keep(Result result, const Sources& sources = {}) const;

  private:
    std::filesystem::path folder_, entry_;
    std::string inputs_;
};

/// How much the folder may hold.
struct Bounds {
    std::uintmax_t bytes = 1ull << 30;
    std::chrono::hours unused{30 * 24};  // an entry not found for this long goes
    std::chrono::hours safe{1};          // one found since may be running: it stays
};

/// Removes what is beyond the bounds, the entry longest unused first. What it cannot remove stays.
void prune(const std::filesystem::path& folder, const Bounds& bounds);

/// Size and time of each file, of folders those of all files in them.
std::string stamp(const std::vector<std::filesystem::path>& parts);

}  // namespace grader::build
