// A lab's wrong submissions, each an edit of the solution, and what must catch it:
// grader/submissions/NN-slug/wrong.toml.
//
//     [textbook-guard]
//     why = "Thread 0 of each pair adds, and the others wait elsewhere."
//     finding = "race"                # a finding of this kind, and/or
//     case = "rung 1: …"              # a case that fails
//     says = "while thread"           # words of a message
//     refused = "line 3"              # instead of the three: why it is not gradable
//     cause = ["guard-of-the-tree"]   # what the screen may name as the cause: causes.toml
//     edits = [
//         ['if (t < stride)', 'if (t <= stride)'],
//         ['predict.toml', 'barriers = 9', 'barriers = 8'],
//     ]
//
// `cause` lists what is the cause: names of causes.toml, or words of a message where no other
// submission has it. `also` lists what is true besides. Any other cause of causes.toml on the
// screen is a false one (grader/tests/diagnoses.cpp). An attack, which deserves no explanation, has
// no cause.
//
// An edit is a text that stands in the solution once, and what takes its place; before them the
// name of the file, where that is not the lab's first. An entry without edits is no edit of the
// solution: its files lie in wrong/NAME/, and what is not there is the solution's. `of` names such
// a submission, whose files are edited instead of the solution's. `without` lists files that are
// not handed in.
//
// hostile.toml and idle.toml have the same form, and files in hostile/ and idle/. An idle one
// computes what is right without the work that the lab teaches. What hostile.toml lists is no
// mistake but an attempt at marks: `why` is its idea, `most` the most points that an honest grader
// gives it, in all or `in` the cases with these words in their names; `says` is of the refusal,
// where it is refused. Other keys are for mistakes.
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
    // Empty where nothing is announced; of the first two and `refused` one is not.
    std::string finding, failing_case, says, refused;
    std::vector<std::string> cause, also;
    std::optional<double> most;        // of a hostile one
    std::string cases;                 // that `most` is about: words in their names
    std::string of;                    // whose files the edits are of; empty: the solution's
    std::vector<std::string> without;  // files
    std::vector<Edit> edits;
};

/// Sorted by name. Throws WrongSubmissionError on anything but the above.
std::vector<WrongSubmission> wrong_submissions(const std::filesystem::path& list,
                                               const lab::Lab& lab);

/// Writes the submission's files into `target`, which is there: the solution's, which lies in
/// `solution`, or those in the list's folder, edited. Throws WrongSubmissionError for an edit that
/// these do not allow, and for a folder that is not there.
void lay(const WrongSubmission& submission, const std::filesystem::path& list, const lab::Lab& lab,
         const std::filesystem::path& solution, const std::filesystem::path& target);

}  // namespace grader::mutants
