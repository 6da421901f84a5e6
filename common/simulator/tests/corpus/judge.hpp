// Holds the findings of a run against what the program promises.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "simulator/tests/corpus/promises.hpp"

namespace corpus {

// What in `findings` is not as promised, one complaint each; empty where all is well. Of a planted
// bug every finding counts; a clean program may have notes.
std::vector<std::string> complaints(const Promises& promises, const nlohmann::json& findings);

// "race error 12 14", for complaints.
std::string describe(const nlohmann::json& finding);

}  // namespace corpus
