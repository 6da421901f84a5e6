// `grade predict`: asks the questions of a lab's predict.toml one after the other. An answer that
// cannot be read is reported at once and asked for again. Each answer is written to the file at
// once. Whether it is right is graded later.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "cli/exit_status.hpp"
#include "lab/kit.hpp"

namespace grader::cli {

/// Asks questions that are still open, or all of them with `again`. An empty line keeps an answer.
ExitStatus predict(const lab::Kit& kit, const std::string& name, bool again, std::istream& in,
                   std::ostream& out);

/// The predictions in `folder` that cannot be read, one line each, with the lab's name.
std::vector<std::string> misread_predictions(const std::vector<lab::Lab>& labs,
                                             const std::filesystem::path& folder);

/// The functions whose questions in `folder`/predict.toml are all unanswered, each once.
std::vector<std::string> open_questions(const lab::Kit& kit, const lab::Lab& lab,
                                        const std::filesystem::path& folder);

}  // namespace grader::cli
