// The result of grading: cases, parts, labs, the run. Plain values: the suites fill them, the
// reports print them, nobody else needs to know how a mark came about. Arithmetic on points
// (gating, deductions) is done before these are filled.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "score/record.hpp"
#include "score/sanitizer.hpp"

namespace grader::score {

enum class CaseStatus { passed, failed, not_run };

/// Elements of an output round the first wrong one, as rows of a matrix; of an output of one
/// dimension, rows of 16.
struct WrongElements {
    std::string array;
    std::size_t row = 0, column = 0;  // of the first that is shown
    std::vector<std::vector<std::string>> expected, got;
    std::vector<std::vector<bool>> right;

    bool operator==(const WrongElements&) const = default;
};

/// How long something took. A result is the same however long it took.
struct Elapsed {
    double seconds = 0;

    bool operator==(const Elapsed&) const { return true; }
};

struct CaseResult {
    std::string name;
    CaseStatus status = CaseStatus::not_run;
    double score = 0;
    double max_score = 0;
    // Empty when passed. Failed: first line says what is wrong, further lines show it in context
    // and end with the reproducing command. Not run: "not run, because …".
    std::string message;
    std::optional<WrongElements> wrong = std::nullopt;
    Elapsed elapsed = {};  // 0 where it did not run, or where nobody shall know

    bool operator==(const CaseResult&) const = default;
};

struct PartResult {
    std::string name;  // "correct", "safe", "fast", "predict"
    double score = 0;
    double max_score = 0;
    std::vector<CaseResult> cases;

    bool operator==(const PartResult&) const = default;
};

/// What a launch or a call was estimated to take, beside the limit for the size that was drawn.
struct Work {
    std::string name;  // of the case
    std::string what;  // "tiled_product of 96 x 96 x 96"
    double microseconds = 0;
    double limit = 0;
    std::string bound;  // what the longest launch is bound by

    // In times of the limit.
    static constexpr double full_marks_up_to = 1.5, no_marks_from = 10;

    double ratio() const { return limit > 0 ? microseconds / limit : 0; }
    bool operator==(const Work&) const = default;
};

/// What a run took on a device, beside a rival's on the same inputs.
struct TimedRun {
    std::string name;  // of the case
    std::string what;  // "gemv, m 64, n 8192"
    double microseconds = 0;
    std::string rival;  // "the solution", "cuBLAS"
    double rival_microseconds = 0;
    double least = 0;  // microseconds: reading the inputs at the memory's full rate; 0: not known

    /// Above 1: faster than the rival.
    double ratio() const { return microseconds > 0 ? rival_microseconds / microseconds : 0; }
    /// No run is: the measurement is wrong, whatever is the cause.
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
    std::vector<TimedRun> times;    // of cases that take one on a device
    std::vector<Kernel> kernels;    // of the demonstrating call, not of every case
    // Functions of which the lab asks for counts that predict.toml does not yet answer: none of
    // theirs are among `kernels`.
    std::vector<std::string> to_predict;
    SanitizerReport sanitizer;  // of a run on a device where the tool is on PATH
    std::string reason;         // not gradable: why, in one line
    std::string details;        // not gradable: the compiler's words, line by line
    std::string log;            // path of the full log; empty when there is none

    bool operator==(const LabResult&) const = default;
};

/// What one invocation of the grader found. `backend`, `device` and `sandbox` say what the marks
/// rest on; `seed` and `order` are what it takes to derive them again.
struct RunResult {
    std::string backend;  // "sim", "cuda"
    std::string device;   // "h100"
    std::string sandbox;  // "bubblewrap", "native", "none"
    std::uint64_t seed = 0;
    std::string order;  // "forward", "reverse", "random:7"
    std::vector<LabResult> labs;
    std::string only_case;  // words in the names of the cases that ran; empty: every case did

    bool operator==(const RunResult&) const = default;
};

/// For what must be the same, byte for byte, whenever the same is graded.
inline LabResult without_times(LabResult lab) {
    for (auto& part : lab.parts)
        for (auto& one : part.cases) one.elapsed = {};
    return lab;
}

inline bool has_full_marks(const LabResult& lab) {
    return lab.status == LabStatus::graded && lab.max_score > 0 && lab.score >= lab.max_score;
}

/// All points of "correct": right values, by work that lets them count (work_gate.hpp).
inline bool has_right_values(const LabResult& lab) {
    return std::any_of(lab.parts.begin(), lab.parts.end(), [](const PartResult& part) {
        return part.name == "correct" && part.max_score > 0 && part.score >= part.max_score;
    });
}

inline bool has_full_marks(const RunResult& run) {
    return std::all_of(run.labs.begin(), run.labs.end(),
                       [](const LabResult& lab) { return has_full_marks(lab); });
}

}  // namespace grader::score
