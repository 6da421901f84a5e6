// Arrays that a kernel declares without __shared__, although threads take elements by their
// numbers: the program runs, each thread has an array of its own, and no record of a run shows it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace grader::suite {

class Answer;

struct UnsharedArray {
    std::string kernel;
    std::string file;
    int line = 0;  // of the declaration
    std::string name;

    bool operator==(const UnsharedArray&) const = default;
};

/// Those of a CUDA source that has a barrier, and that is called `file`.
std::vector<UnsharedArray> unshared_arrays(std::string_view source, const std::string& file);

/// A line for each that a kernel of the answer's launches declares; empty where none does.
std::string words_of(const std::vector<UnsharedArray>& unshared, const Answer& answer);

}  // namespace grader::suite
