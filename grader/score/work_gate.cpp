#include "score/work_gate.hpp"

#include <fmt/format.h>

namespace grader::score {

namespace {

constexpr const char* held = "of its points, since the rung's work";

}  // namespace

void hold_to_work(CaseResult& result, double share, const std::string& work) {
    const double worth = worth_beside_work(share);
    if (worth == 1 || result.score == 0) return;
    result.score *= worth;
    const auto words = fmt::format("counts {:.0f} % {} {}", 100 * worth, held, work);
    result.message +=
        result.message.empty() ? "nothing is wrong here, but it " + words : "\n  " + words;
    result.status = CaseStatus::failed;
}

bool is_only_held(const CaseResult& result) {
    return result.message.substr(0, result.message.find('\n')).find(held) != std::string::npos;
}

}  // namespace grader::score
