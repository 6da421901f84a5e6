// OUT/doubtful.toml: what the instructor is asked, and answers there. Promises that answers stay
// when the file is written anew.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "class/discover.hpp"

namespace grader::classes {

struct Answer {
    std::string path;  // in the upload; empty: none of the files
    unsigned line = 0;
};

/// By student: the answer to each question.
using Answers = std::map<std::string, std::map<Place, Answer>>;

/// Nothing where there is no such file. Throws ClassError, as "file:line: what is wrong", on all
/// that is neither a question nor an answer: what is not understood is not written again.
Answers read_answers(const std::filesystem::path& file);

/// Writes the open questions of each student and the answers given. Removes the file where there
/// is neither.
void write_doubts(const std::filesystem::path& file,
                  const std::map<std::string, std::vector<Doubt>>& doubts, const Answers& answers);

}  // namespace grader::classes
