// Reads the submissions that are kept for a lab, in grader/submissions/NN-slug: wrong.toml,
// right.toml, idle.toml and hostile.toml. Each one is an edit of the solution. A wrong one states
// what must catch it:
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
// file's name if it is not the lab's first file. If there is a folder wrong/NAME/, its files are
// edited, or handed in as they are by an entry without edits; those missing there are the
// solution's. `of` names another submission whose folder is taken. `without` lists files that are
// not handed in.
//
// The other lists have the same form, with folders right/, idle/ and hostile/. A right submission
// gets full marks, and has `why` as its only other key. An idle submission computes the right
// result without the work that the lab teaches. A submission in hostile.toml is not a mistake but
// tries to gain marks: `why` is its idea, and `most` is the maximum number of points that the
// grader may give it, in total or `in` the cases with these words in their names. If it is refused,
// `says` quotes the refusal. The other keys are for mistakes.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "lab/kit.hpp"
#include "lab/lab.hpp"

namespace grader::mutants {

/// What is wrong with the list, in one line that names the list and the submission.
struct KeptSubmissionError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Edit {
    std::string file, before, after;
};

struct KeptSubmission {
    std::string name, why;
    // Empty if not announced. At least one of the first two, or `refused`, is announced.
    std::string finding, failing_case, says, refused;
    std::vector<std::string> cause, also;
    std::optional<double> most;            // for a hostile one
    std::optional<double> most_on_device;  // if that is more
    std::string cases;                 // the cases to which `most` applies: words in their names
    std::string of;                    // the submission whose folder is taken; empty: its own
    std::vector<std::string> without;  // files
    std::vector<Edit> edits;
};

/// Sorted by name. Throws KeptSubmissionError for a list that does not have this form.
std::vector<KeptSubmission> kept_submissions(const std::filesystem::path& list,
                                             const lab::Lab& lab);

/// Writes the submission's files into the existing folder `target`: those of the solution, in
/// `solution`, or those in the list's folder, edited. Throws KeptSubmissionError if an edit does
/// not match, or if there are neither edits nor a folder.
void lay(const KeptSubmission& submission, const std::filesystem::path& list, const lab::Lab& lab,
         const std::filesystem::path& solution, const std::filesystem::path& target);

/// Calls `use` for each submission of the lab's list `name`, such as "wrong.toml", with a temporary
/// folder of its files. Throws as the two functions above.
using Use = std::function<void(const KeptSubmission&, const std::filesystem::path& files)>;
void for_each_laid(const lab::Kit& kit, const lab::Lab& lab, std::string_view name, const Use& use);

/// The causes that submissions share, by name: words that a screen then has. Throws
/// KeptSubmissionError for a list that is no TOML, or in which a name has no words.
std::map<std::string, std::string> shared_causes(const std::filesystem::path& list);

}  // namespace grader::mutants
