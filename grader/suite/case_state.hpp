// What a run knows of the case that it judges, from the case's beginning to its end. Plain data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "score/result.hpp"
#include "suite/calls/answer.hpp"
#include "suite/calls/call.hpp"
#include "suite/registry.hpp"

namespace grader::suite {

/// What a case contributes to the lab's reports, beside its result and its findings.
struct CaseReport {
    std::vector<score::Kernel> kernels;
    std::vector<score::Work> work;
    std::vector<score::Gate> gates;
    std::vector<score::TimedRun> times;
};

struct CaseState {
    const Registration* registration = nullptr;  // none between two cases
    std::uint64_t seeds_drawn = 0;
    bool raced = false;     // a race was found in one of its calls
    bool computed = false;  // one of its calls returned without exception or CUDA error

    // The case goes on after these, and fails at its end.
    std::string noted_failure;            // the first failed assertion of the test framework
    std::optional<CaseFailed> deferred;   // the first failure, which a larger call may explain
    int unexplained = 0;                  // failures of telling calls that no cause was found for
    std::optional<CaseFailed> lost_work;  // the call whose work earns least
    std::optional<score::WrongElements> wrong;

    struct CountedCall {
        Call call;
        std::string order;  // of the threads
    };
    std::optional<CountedCall> counted;  // the latest one that launched kernels
    std::optional<CountedCall> slowest;  // the one of which lost_work tells
    std::string odd_launch;              // a line on one of the launches it counted, or empty
    // The first condition on counts that did not hold, and the two above at that time.
    struct MissedCount {
        CaseFailed failure;
        std::optional<CountedCall> counted;
        std::string odd_launch;
    };
    std::optional<MissedCount> missed;
    bool judges_values = false;      // of a call that is counted
    std::string measured;            // the function whose counts it used last
    bool failure_holds_rung = true;  // of a call whose work is measured

    CaseReport report;
};

}  // namespace grader::suite
