// For the lab named by LAB: no attempt to gain marks gets more than it may, and no right values
// without the lab's work get half of the points, in every available sandbox:
// grader/submissions/NN-slug/hostile.toml and idle.toml. Every lab whose work is judged has the
// latter.
#include <doctest/doctest.h>

#include <string>

#include "grade_command.hpp"
#include "mutants/wrong_submissions.hpp"

using namespace course;
using grader::mutants::WrongSubmission;
using nlohmann::json;

namespace {

/// In the cases with these words in their names.
double points(const json& lab, const std::string& words) {
    double sum = 0;
    for (const auto& part : lab.at("parts"))
        for (const auto& one : part.at("cases"))
            if (one.at("name").get<std::string>().find(words) != std::string::npos)
                sum += one.at("score").get<double>();
    return sum;
}

void check(const WrongSubmission& hostile, const Graded& graded) {
    INFO(hostile.name, "\n", graded.terminal);
    if (graded.lab.at("status") != "graded") {
        CHECK(hostile.most == 0);
        CHECK(graded.lab.at("reason").get<std::string>().find(hostile.says) != std::string::npos);
        return;
    }
    CHECK(hostile.says == "");
    CHECK(points(graded.lab, hostile.cases) <= hostile.most.value());
}

fs::path list_of(const char* name) {
    return kit.source / "grader" / "submissions" / the_lab().slug / name;
}

void check_all(const fs::path& list) {
    for (const auto& hostile : grader::mutants::wrong_submissions(list, the_lab())) {
        const Scratch files;
        lay(hostile, list, the_lab(), kit.source / "solutions" / the_lab().slug, files.path());
        check(hostile, grade_files(the_lab().slug, files.path()));
    }
}

}  // namespace

TEST_CASE("no attempt at marks gets more than an honest grader gives it") {
    const fs::path list = list_of("hostile.toml");
    if (fs::exists(list)) check_all(list);
}

TEST_CASE("a submission without parallel work stays below half of the points") {
    const fs::path list = list_of("idle.toml");
    if (fs::exists(list)) return check_all(list);
    const Graded solution = grade_files(the_lab().slug, kit.source / "solutions" / the_lab().slug);
    INFO("no ", list.string());
    CHECK(!solution.lab.contains("work"));
}
