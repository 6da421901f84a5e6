// What a run knows, shared by its classes: run.hpp judges cases, case_calls.hpp makes their calls,
// counted_calls.hpp keeps those whose counts several cases use.
#pragma once

#include <fstream>
#include <string>

#include "suite/case_state.hpp"
#include "suite/function_findings.hpp"
#include "suite/predicted_counts.hpp"
#include "suite/programs.hpp"
#include "suite/request.hpp"
#include "suite/rung_works.hpp"

namespace grader::suite {

struct RunState {
    RunState(const Request& asked, bool compares_times)
        : request(asked), programs(request, compares_times), predicted(request) {
        if (!request.log.empty()) log.open(request.log, std::ios::app);
    }
    RunState(const RunState&) = delete;
    RunState& operator=(const RunState&) = delete;

    /// Fails the case for a condition of the suite that does not hold. A case that counts what a
    /// call took goes on to its end, and so to all that its rung is about: otherwise one count that
    /// is missed on purpose would spare the others. Any other case ends here.
    void miss(const CaseFailed& failure);
    /// What the work of the rung earns, from 0 to 1, and in words: "takes 37 times what is enough".
    /// Of several calls, the smallest share applies to the rung's other cases
    /// (score/work_gate.hpp).
    void hold_rung_to(double share, const std::string& words);

    const Request request;
    Programs programs;
    CaseState current;  // the case that is judged
    FunctionFindings findings;
    RungWorks works;
    PredictedCounts predicted;
    std::ofstream log;  // the full log; not open if none is wanted
};

}  // namespace grader::suite
