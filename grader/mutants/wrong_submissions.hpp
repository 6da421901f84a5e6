// Reads a lab's wrong submissions. Each one is an edit of the solution, with what must catch it:
// grader/submissions/NN-slug/wrong.toml.
//
//     [textbook-guard]
//     why = "Thread 0 of each pair adds, and the others wait elsewhere."
//     finding = "race"                # a finding of this kind, and/or
//     case = "rung 1: …"              # a case that fails
//     says = "while thread"           # words in a message
//     refused = "line 3"              # instead of the three: why it is not gradable
//     cause = ["guard-of-the-tree"]   # causes that the screen may name: causes.toml
//     edits = [
//         ['if (t < stride)', 'if (t <= stride)'],
//         ['predict.toml', 'barriers = 9', 'barriers = 8'],
//     ]
//
// `cause` lists the true causes: names from causes.toml, or words of a message if no other
// submission has that cause. `also` lists what is true in addition. Any other cause of causes.toml
// on the screen is a false one (grader/tests/diagnoses.cpp). An attack needs no explanation, and
// has no cause.
//
// An edit is a text that occurs in the solution exactly once, and its replacement, preceded by the
// file's name if it is not the lab's first file. For an entry without edits, the files are in
// wrong/NAME/, and those missing there are the solution's. `of` names such a submission, whose
// files are then edited instead of the solution's. `without` lists files that are not handed in.
//
// hostile.toml and idle.toml have the same form, with files in hostile/ and idle/. An idle
// submission computes the right result without the work that the lab teaches. A submission in
// hostile.toml is not a mistake but tries to gain marks: `why` is its idea, and `most` is the
// maximum number of points that the grader may give it, in total or `in` the cases with these words
// in their names. If it is refused, `says` quotes the refusal. The other keys are for mistakes.
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "lab/lab.hpp"

namespace grader::mutants {

/// What is wrong with the list, in one line that names the list and the submission.
struct WrongSubmissionError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Edit {
    std::string file, before, after;
};

struct WrongSubmission {
    std::string name, why;
    // Empty if not announced. At least one of the first two, or `refused`, is announced.
    std::string finding, failing_case, says, refused;
    std::vector<std::string> cause, also;
    std::optional<double> most;        // for a hostile one
    std::string cases;                 // the cases to which `most` applies: words in their names
    std::string of;                    // the submission whose files are edited; empty: the solution
    std::vector<std::string> without;  // files
    std::vector<Edit> edits;
};

/// Sorted by name. Throws WrongSubmissionError for a list that does not have this form.
std::vector<WrongSubmission> wrong_submissions(const std::filesystem::path& list,
                                               const lab::Lab& lab);

/// Writes the submission's files into the existing folder `target`: those of the solution, in
/// `solution`, or those in the list's folder, edited. Throws WrongSubmissionError if an edit does
/// not match, or if a folder does not exist.
void lay(const WrongSubmission& submission, const std::filesystem::path& list, const lab::Lab& lab,
         const std::filesystem::path& solution, const std::filesystem::path& target);

}  // namespace grader::mutants
