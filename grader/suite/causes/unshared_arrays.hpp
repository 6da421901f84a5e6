// Arrays that a kernel declares without __shared__ although its threads use different elements: the
// program runs, each thread has its own array, and no record of a run shows the mistake.
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

/// The arrays in a CUDA source that has a barrier. `file`: its name.
std::vector<UnsharedArray> unshared_arrays(std::string_view source, const std::string& file);

/// One line for each array that a kernel launched in the answer declares; empty if there is none.
std::string words_of(const std::vector<UnsharedArray>& unshared, const Answer& answer);

}  // namespace grader::suite
