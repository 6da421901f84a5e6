// OUT/doubtful.toml: questions to the instructor, with the answers. Answers stay when the file is
// rewritten.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "class/discover.hpp"

namespace grader::classes {

struct Answer {
    std::string path;  // in the upload; empty for "none of these"
    unsigned line = 0;
};

/// By student: the answer to each question.
using Answers = std::map<std::string, std::map<Place, Answer>>;

/// Returns nothing if the file does not exist. Throws ClassError, "file:line: what is wrong", for
/// anything that is not a question or an answer, since it would be lost when the file is rewritten.
Answers read_answers(const std::filesystem::path& file);

/// Writes the open questions of each student and the answers given. Removes the file if there are
/// neither.
void write_doubts(const std::filesystem::path& file,
                  const std::map<std::string, std::vector<Doubt>>& doubts, const Answers& answers);

}  // namespace grader::classes
