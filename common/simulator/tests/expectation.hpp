// What a planted bug promises about itself, in comments of its source:
//   // EXPECT: kind severity [marker [marker]]   a finding that must be there, and its lines
//   // MAY: kind severity [marker [marker]]      one that may
//   // SAYS: words                               must appear in the text report
//   // DIES                                      the program ends by a signal
// A line is marked by `// @marker` at its end; `this|that` is either of two lines, where the order
// of the threads decides. The same program, given an argument, is its own near-miss: it must be
// clean.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace corpus {

// A source whose comments do not add up: an unknown marker, a line that is no promise.
struct BadExpectation : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Expected {
    std::string kind, severity;
    // For each line of the finding, those that it may be; empty: anywhere.
    std::vector<std::set<int>> lines;

    bool is(const nlohmann::json& finding) const;
    std::string describe() const;
};

struct Expectation {
    std::vector<Expected> must, may;
    std::vector<std::string> says;
    bool dies = false;

    bool has_error() const;
    bool has(const std::string& kind) const;
    // What in `findings` is not as promised, one complaint each; empty where all is well.
    std::vector<std::string> complaints(const nlohmann::json& findings) const;
};

Expectation read_expectation(const std::filesystem::path& source);

// "race error 12 14", for complaints.
std::string describe(const nlohmann::json& finding);

}  // namespace corpus
