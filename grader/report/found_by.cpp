#include "report/found_by.hpp"

#include <algorithm>

namespace grader::report {
namespace {

std::string place(const std::string& file, int line) {
    return file.empty() ? "" : file + ":" + std::to_string(line);
}

struct Row {
    FoundBy found;
    std::string other_place;  // for a race: the line of the other access
};

std::vector<Row> rows_of_simulator(const score::LabResult& lab) {
    std::vector<Row> rows;
    for (const auto& finding : lab.findings) {
        if (finding.severity != score::Severity::error) continue;
        rows.push_back({{finding.kind, place(finding.file, finding.line), true, {}},
                        finding.other ? place(finding.other->file, finding.other->line) : ""});
    }
    return rows;
}

void add(std::vector<Row>& rows, const score::SanitizerFinding& finding) {
    const auto where = place(finding.file, finding.line);
    const auto same = [&](const std::string& place) {
        return place == where || place.empty() || where.empty();
    };
    auto row = std::ranges::find_if(rows, [&](const Row& r) {
        return r.found.kind == finding.kind && (same(r.found.place) || r.other_place == where);
    });
    if (row == rows.end()) row = rows.insert(rows.end(), {{finding.kind, where, false, {}}, where});
    if (!std::ranges::count(row->found.tools, finding.tool))
        row->found.tools.push_back(finding.tool);
}

}  // namespace

std::vector<FoundBy> found_by(const score::LabResult& lab) {
    auto rows = rows_of_simulator(lab);
    for (const auto& finding : lab.sanitizer.findings) add(rows, finding);
    std::vector<FoundBy> found;
    for (auto& row : rows) found.push_back(std::move(row.found));
    return found;
}

}  // namespace grader::report
