// The files that a run by hand leaves: tables, plots. Promises that they appear in the folder that
// was asked for, whether the program may write there or, being confined, hands them to the grader,
// which does; leaves what is in them to whoever makes them.
#pragma once

#include <map>
#include <string>

namespace runner {

/// The descriptor on which a confined program leaves its files, as one JSON object of texts by
/// name, stands in this variable.
inline constexpr const char* results_variable = "KIT_RESULTS";

using Results = std::map<std::string, std::string>;  // file name to text

/// Throws std::runtime_error, naming the folder or file, where they cannot be written.
void deliver(const Results& results, const std::string& folder);

/// What a confined program left, which may be anything. Throws std::runtime_error, saying what is
/// wrong, unless it is texts under plain names: letters, digits, '-', '_' and '.', not first.
Results decode_results(const std::string& text);

/// Makes the folder and the files. Throws std::runtime_error, naming what cannot be made.
void write_results(const Results& results, const std::string& folder);

}  // namespace runner
