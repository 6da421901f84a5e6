// The result of grading: cases, parts, labs, the run. Plain data, which the suites fill in and the
// reports print. Points are final here: dependencies between cases and deductions have been
// applied.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "score/message.hpp"
#include "score/part.hpp"
#include "score/record.hpp"
#include "score/sanitizer.hpp"

namespace grader::score {

enum class CaseStatus { passed, failed, not_run };

/// Elements of an output around the first wrong one, as rows of a matrix; an output with one
/// dimension is shown in rows of 16.
struct WrongElements {
    std::string array;
    std::size_t row = 0, column = 0;  // of the first element shown
    std::vector<std::vector<std::string>> expected, got;
    std::vector<std::vector<bool>> right;

    bool operator==(const WrongElements&) const = default;
};

/// How long something took. It is no part of what makes two results equal.
struct Elapsed {
    double seconds = 0;

    bool operator==(const Elapsed&) const { return true; }
};

struct CaseResult {
    std::string name;
    CaseStatus status = CaseStatus::not_run;
    double score = 0;
    double max_score = 0;
    // Empty if passed. If failed: what is wrong, why, and the command that makes the call again. If
    // not run: "not run, because …".
    Message message;
    std::optional<WrongElements> wrong = std::nullopt;
    Elapsed elapsed = {};  // 0 if it did not run, or if it must not be shown
    bool hidden = false;   // only the instructor has it: see Seen in suite/registry.hpp

    bool operator==(const CaseResult&) const = default;
};

struct PartResult {
    Part part = Part::correct;
    double score = 0;
    double max_score = 0;
    std::vector<CaseResult> cases;

    std::string name() const { return std::string(name_of(part)); }
    bool operator==(const PartResult&) const = default;
};

/// The estimated time of a launch or a call, with the limit for the size that was drawn.
struct Work {
    std::string name;  // of the case
    std::string what;  // "tiled_product of 96 x 96 x 96"
    double microseconds = 0;
    double limit = 0;
    std::string bound;  // what limits the longest launch

    // In multiples of the limit.
    static constexpr double full_marks_up_to = 1.5, no_marks_from = 10;

    double ratio() const { return limit > 0 ? microseconds / limit : 0; }
    bool operator==(const Work&) const = default;
};

/// What a case counted, beside the bound from which on the rung lacks what it is about.
struct Gate {
    std::string name;  // of the case
    std::string what;  // is counted: "steps of one thread"
    double count = 0;
    double bound = 0;
    bool is_least = false;  // the bound is the least that is asked for, otherwise the most

    bool operator==(const Gate&) const = default;
};

/// The time of a run on a device, with that of the reference on the same inputs.
struct TimedRun {
    std::string name;  // of the case
    std::string what;  // "gemv, m 64, n 8192"
    double microseconds = 0;
    std::string rival;  // "the solution", "cuBLAS"
    double rival_microseconds = 0;
    double least = 0;  // microseconds to read the inputs at full memory bandwidth; 0: unknown

    /// Above 1: faster than the reference.
    double ratio() const { return microseconds > 0 ? rival_microseconds / microseconds : 0; }
    /// No run can be: if this is true, the measurement is wrong.
    bool is_below_roof() const { return microseconds < least; }
    bool operator==(const TimedRun&) const = default;
};

enum class LabStatus { graded, not_gradable };

struct LabResult {
    std::string lab;  // slug: "04-shared-reduction"
    LabStatus status = LabStatus::not_gradable;
    double score = 0;
    double max_score = 0;
    std::vector<PartResult> parts;
    std::vector<Finding> findings;  // each root cause once, over all cases
    std::vector<Work> work;         // of cases that estimate a time
    std::vector<Gate> gates;        // of cases that count what a rung is about
    std::vector<TimedRun> times;    // of cases that measure a time on a device
    std::vector<Kernel> kernels;    // of the call that demonstrates the costs, not of every case
    // Functions whose predicted counts predict.toml does not contain yet. Their launches are not
    // among `kernels`.
    std::vector<std::string> to_predict;
    SanitizerReport sanitizer;  // of a run on a device, if the tool is on PATH
    std::string reason;         // if not gradable: why, in one line
    std::string details;        // if not gradable: the compiler's messages, line by line
    std::string log;            // path of the full log; empty if there is none

    bool operator==(const LabResult&) const = default;
};

/// The result of one call of the grader. `backend`, `device` and `sandbox` are the settings of the
/// marks; `seed` and `order` are needed to reproduce them.
struct RunResult {
    std::string backend;                    // "sim", "cuda"
    std::string device;                     // "h100"
    std::string sandbox;                    // "bubblewrap", "native", "none"
    std::optional<std::uint64_t> seed = 0;  // nothing: kept from the reader
    std::string order;                      // "forward", "reverse", "random:7"
    std::vector<LabResult> labs;
    std::string only_case;  // words in the names of the cases that ran; empty: all cases

    bool operator==(const RunResult&) const = default;
};

/// For comparisons: equal byte for byte whenever the same submission is graded with the same
/// settings.
inline LabResult without_times(LabResult lab) {
    for (auto& part : lab.parts)
        for (auto& one : part.cases) one.elapsed = {};
    return lab;
}

inline bool has_full_marks(const LabResult& lab) {
    return lab.status == LabStatus::graded && lab.max_score > 0 && lab.score >= lab.max_score;
}

/// Whether all points of "correct" were given: the values are right, and the work is enough for
/// them to count (work_gate.hpp).
inline bool has_right_values(const LabResult& lab) {
    return std::any_of(lab.parts.begin(), lab.parts.end(), [](const PartResult& part) {
        return part.part == Part::correct && part.max_score > 0 && part.score >= part.max_score;
    });
}

inline bool has_full_marks(const RunResult& run) {
    return std::all_of(run.labs.begin(), run.labs.end(),
                       [](const LabResult& lab) { return has_full_marks(lab); });
}

}  // namespace grader::score
