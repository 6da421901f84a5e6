// A cache of programs, by everything they were made from. Entries are compared byte for byte, not
// by hash, so two submissions cannot share one by collision. Entries appear completely or not at
// all. Failures are not cached, since some are temporary failures of the machine. When an entry is
// added, those unused for a long time are removed, so that the folder's size stays limited.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "build/result.hpp"
#include "build/steps.hpp"

namespace grader::build {

class Cache {
  public:
    /// `inputs`: everything on which the result depends.
    Cache(const std::filesystem::path& folder, std::string inputs);

    std::optional<Result> find() const;
    /// Stores a gradable `result` by moving its program into the cache; returns it with the new
    /// path. The sources are stored beside it in source/, where the program finds them for its
    /// findings.
    Result keep(Result result, const Sources& sources = {}) const;

  private:
    std::filesystem::path folder_, entry_;
    std::string inputs_;
};

/// Limits for the folder.
struct Bounds {
    std::uintmax_t bytes = 1ull << 30;
    std::chrono::hours unused{30 * 24};  // entries unused for longer are removed
    std::chrono::hours safe{1};          // entries used since then may be running, and are kept
};

/// Removes entries beyond the limits, the longest unused first. Entries that cannot be removed
/// stay.
void prune(const std::filesystem::path& folder, const Bounds& bounds);

/// Size and time of each file; for a folder, of all files in it.
std::string stamp(const std::vector<std::filesystem::path>& parts);

}  // namespace grader::build
