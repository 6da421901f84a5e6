// `grade predict`: the questions of a lab's predict.toml, one after the other, each with its
// figure. Promises that an answer that cannot be read is told at once and asked for again, and that
// what has been answered is in the file whatever happens then. Whether it is right is graded later.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "cli/exit_status.hpp"
#include "lab/kit.hpp"

namespace grader::cli {

/// Asks what is still open, or with `again` everything; an empty line leaves an answer as it is.
ExitStatus predict(const lab::Kit& kit, const std::string& name, bool again, std::istream& in,
                   std::ostream& out);

/// Of the labs' predictions in `folder`: what cannot be read, a line each, with the lab's name.
std::vector<std::string> misread_predictions(const std::vector<lab::Lab>& labs,
                                             const std::filesystem::path& folder);

/// Functions whose questions `folder`/predict.toml does not answer, all of them, each once.
std::vector<std::string> open_questions(const lab::Kit& kit, const lab::Lab& lab,
                                        const std::filesystem::path& folder);

}  // namespace grader::cli
