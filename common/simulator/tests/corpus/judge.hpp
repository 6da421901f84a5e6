// Compares the findings of a run with what the program promises.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "simulator/tests/corpus/promises.hpp"

namespace corpus {

// The differences of `findings` from the promises, one complaint each; empty if there are none. For
// a planted bug every finding counts; a clean program may have notes.
std::vector<std::string> complaints(const Promises& promises, const nlohmann::json& findings);

// For complaints: "race error 12 14".
std::string describe(const nlohmann::json& finding);

}  // namespace corpus
