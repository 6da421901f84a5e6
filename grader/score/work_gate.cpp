#include "score/work_gate.hpp"

#include <fmt/format.h>

namespace grader::score {

void hold_to_work(CaseResult& result, double share, const std::string& work) {
    const double worth = worth_beside_work(share);
    if (worth == 1 || result.score == 0) return;
    result.score *= worth;
    const auto words = fmt::format(
        "counts {:.0f} % of its points, since the rung's work {}: see its case under fast",
        100 * worth, work);
    result.message += (result.message.empty() ? "" : "\n  ") + words;
    result.status = CaseStatus::failed;
}

}  // namespace grader::score
