// What a program of validation/bugs promises about itself. Most students' bugs are on one line, so
// the promise stands at its end:
//   y[i] += x[i];  // EXPECT race                    an error of this kind that names this line
//   y[i] = 1;      // EXPECT race warning            a warning
//   sum += x[i];   // EXPECT race, uninitialized_read
// A kind promised on several lines must be found on one of them. A program without any promise is
// a near-miss: nothing may be found in it.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace corpus {

using KindAndSeverity = std::pair<std::string, std::string>;

struct Planted {
    std::map<KindAndSeverity, std::set<int>> lines;

    bool is_clean() const { return lines.empty(); }
    bool has_error() const;
    // What in `findings` is not as promised, one complaint each. Notes are nobody's business.
    std::vector<std::string> complaints(const nlohmann::json& findings) const;
};

// Throws BadExpectation (expectation.hpp) for a promise that cannot be read.
Planted read_planted(const std::filesystem::path& source);

}  // namespace corpus
