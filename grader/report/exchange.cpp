#include "report/exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <ostream>
#include <regex>

#include "report/text.hpp"

namespace grader::report {
namespace {

using Fields = nlohmann::ordered_json;

/// Such as "correct: rung 1: …", preceded by the lab if there are several.
std::string name_of_case(const score::RunResult& run, const score::LabResult& lab,
                         const score::PartResult& part, const score::CaseResult& result) {
    const auto name = part.name() + ": " + result.name;
    return printable(run.labs.size() > 1 ? lab.lab + ": " + name : name);
}

/// A lab that is not gradable has no cases. It is one failed case to a platform, which would take
/// a lab without cases for one that nobody has handed in.
score::CaseResult not_gradable(const score::LabResult& lab) {
    score::CaseResult result;
    result.name = lab.lab + " can be graded";
    result.status = score::CaseStatus::failed;
    result.max_score = lab.max_score;
    std::string text = lab.reason + '\n';
    for (const auto& line : lines_beyond_reason(lab)) text += line + '\n';
    result.message = text;
    return result;
}

void each_case(const score::RunResult& run, const auto& visit) {
    for (const auto& lab : run.labs) {
        if (lab.status != score::LabStatus::graded) {
            const auto result = not_gradable(lab);
            visit(printable(result.name), result);
        }
        for (const auto& part : lab.parts)
            for (const auto& result : part.cases)
                visit(name_of_case(run, lab, part, result), result);
    }
}

struct Points {
    double score = 0, most = 0;
};

/// Points of hidden cases that are not shown as cases (score/hidden.hpp): those of the parts beyond
/// their cases.
Points not_shown(const score::RunResult& run) {
    Points sum;
    for (const auto& lab : run.labs) {
        for (const auto& part : lab.parts) {
            sum.score += part.score;
            sum.most += part.max_score;
            for (const auto& result : part.cases) {
                sum.score -= result.score;
                sum.most -= result.max_score;
            }
        }
    }
    constexpr double rounding = 1e-6;
    return sum.most > rounding ? sum : Points{};
}

double all_points(const score::RunResult& run) {
    double sum = 0;
    for (const auto& lab : run.labs) sum += lab.score;
    return sum;
}

/// What is not gradable, in a line, since its case has the details; then the findings, in a line or
/// two each.
std::string words_of(const score::RunResult& run) {
    std::string text;
    for (const auto& lab : run.labs) {
        if (lab.status != score::LabStatus::graded)
            text += fmt::format("{} is not gradable: {}\n", lab.lab, lab.reason);
        for (const auto& finding : lab.findings)
            text += fmt::format("{}:{}: {}: {}, {} times\n  {}\n", finding.file, finding.line,
                                name_of(finding.severity), finding.kind, finding.count,
                                finding.message);
    }
    return printable(text);
}

bool nothing_gradable(const score::RunResult& run) {
    return std::ranges::none_of(
        run.labs, [](const auto& lab) { return lab.status == score::LabStatus::graded; });
}

void write(const Fields& json, std::ostream& out) {
    out << json.dump(2) << '\n';
}

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    if (!value || !*value)
        throw ReportError(fmt::format("Classroom 50's variable {} is not set", name));
    return value;
}

/// Rounded, but less than all points never become all.
long whole(double points, double most) {
    const long rounded = std::lround(points);
    return points < most ? std::min(rounded, std::lround(most) - 1) : rounded;
}

}  // namespace

void Gradescope::print(const score::RunResult& run, std::ostream& out) const {
    Fields tests = Fields::array();
    each_case(run, [&](const std::string& name, const score::CaseResult& result) {
        tests.push_back(
            {{"name", name},
             {"score", result.score},
             {"max_score", result.max_score},
             {"status", result.status == score::CaseStatus::passed ? "passed" : "failed"},
             {"output", printable(result.message.text())},
             {"output_format", "text"},
             {"visibility", result.hidden ? "after_published" : "visible"}});
    });
    Fields json{{"output", words_of(run)},
                {"output_format", "text"},
                {"visibility", "visible"},
                {"stdout_visibility", "hidden"}};
    // Without a score of its own, Gradescope takes the sum of the tests.
    if (not_shown(run).most > 0) json["score"] = all_points(run);
    json["tests"] = tests;
    write(json, out);
}

void PrairieLearn::print(const score::RunResult& run, std::ostream& out) const {
    if (nothing_gradable(run)) {
        std::string errors;
        for (const auto& lab : run.labs)
            errors += fmt::format("{}: {}", lab.lab, not_gradable(lab).message.text());
        write({{"gradable", false},
               {"message", "Nothing could be graded."},
               {"format_errors", printable(errors)}},
              out);
        return;
    }
    Fields tests = Fields::array();
    each_case(run, [&](const std::string& name, const score::CaseResult& result) {
        tests.push_back({{"name", name},
                         {"points", result.score},
                         {"max_points", result.max_score},
                         {"message", printable(result.message.text())}});
    });
    double most = 0;
    for (const auto& lab : run.labs) most += lab.max_score;
    write({{"gradable", true},
           {"score", most > 0 ? all_points(run) / most : 0},
           {"output", words_of(run)},
           {"tests", tests}},
          out);
}

std::string Classroom50Identity::submitted() const {
    static const std::regex tag(R"(submit/(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\dZ)-.*)");
    std::smatch match;
    if (!std::regex_match(submission, match, tag))
        throw ReportError(fmt::format("'{}' is not a tag of Classroom 50's", submission));
    return fmt::format("{}:{}:{}", match[1].str(), match[2].str(), match[3].str());
}

Classroom50Identity classroom50_identity() {
    Classroom50Identity identity{variable("CLASSROOM"),      variable("ASSIGNMENT"),
                                 variable("SUBMISSION_TAG"), variable("COMMIT_URL"),
                                 variable("RELEASE_URL"),    ""};
    const char* review = std::getenv("REVIEW_URL");
    identity.review = review && *review ? review : identity.commit;
    identity.submitted();  // before anything is graded
    return identity;
}

void Classroom50::print(const score::RunResult& run, std::ostream& out) const {
    Fields tests = Fields::array();
    long points = 0, most = 0;
    each_case(run, [&](const std::string& name, const score::CaseResult& result) {
        const long earned = whole(result.score, result.max_score);
        const long possible = std::lround(result.max_score);
        tests.push_back({{"test-name", name},
                         {"passed", result.status == score::CaseStatus::passed},
                         {"score", earned},
                         {"max-score", possible},
                         {"output", printable(result.message.text())}});
        points += earned;
        most += possible;
    });
    const auto rest = not_shown(run);
    points += whole(rest.score, rest.most);
    most += std::lround(rest.most);
    write({{"schema", "classroom50/result/v1"},
           {"classroom", identity_.classroom},
           {"assignment", identity_.assignment},
           {"submission", identity_.submission},
           {"commit", identity_.commit},
           {"release", identity_.release},
           {"review", identity_.review},
           {"datetime", identity_.submitted()},
           {"score", points},
           {"max-score", most},
           {"tests", tests}},
          out);
}

}  // namespace grader::report
