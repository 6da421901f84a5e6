#include "score/work_gate.hpp"

#include <fmt/format.h>

namespace grader::score {

void hold_to_work(CaseResult& result, double share, const std::string& work, const Lines& how) {
    const double worth = worth_beside_work(share);
    if (worth == 1 || result.score == 0) return;
    result.score *= worth;
    const bool is_right = result.message.empty();
    const auto words =
        fmt::format("counts {:.0f} % of its points, since the rung's work {}", 100 * worth, work);
    result.message.lines.push_back(
        {LineKind::held, is_right ? "nothing is wrong here, but it " + words : words});
    if (is_right) result.message.lines += how;
    result.status = CaseStatus::failed;
}

bool is_only_held(const CaseResult& result) {
    return result.message.is(LineKind::held);
}

}  // namespace grader::score
