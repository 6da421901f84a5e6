// For the lab named by LAB: no attempt to gain marks gets more than it may, and no right values
// without the lab's work get half of the points, with any seed:
// grader/submissions/NN-slug/hostile.toml and idle.toml. Every lab whose work is judged has the
// latter.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "grade_command.hpp"
#include "mutants/kept_submissions.hpp"

using namespace course;
using grader::mutants::for_each_laid;
using grader::mutants::KeptSubmission;
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

void check(const KeptSubmission& hostile, const Graded& graded) {
    INFO(hostile.name, "\n", graded.terminal);
    if (graded.lab.at("status") != "graded") {
        CHECK(hostile.most == 0);
        CHECK(graded.lab.at("reason").get<std::string>().find(hostile.says) != std::string::npos);
        return;
    }
    CHECK(hostile.says == "");
    CHECK(points(graded.lab, hostile.cases) <= hostile.most.value());
}

/// The sizes of the work are drawn so closely that the mark hardly depends on them.
void check_with_seeds(const KeptSubmission& idle, const fs::path& files) {
    constexpr double most_apart = 3;
    double least = 100, most = 0;
    for (const char* seed : {"1", "2", "3"}) {
        const Graded graded = grade_files(the_lab().slug, files, {"--seed", seed});
        check(idle, graded);
        const double score = graded.lab.at("score");
        least = std::min(least, score);
        most = std::max(most, score);
    }
    INFO(idle.name);
    CHECK(most - least <= most_apart);
}

}  // namespace

TEST_CASE("no attempt at marks gets more than an honest grader gives it") {
    if (!fs::exists(kit.submissions() / the_lab().slug / "hostile.toml")) return;
    for_each_laid(kit, the_lab(), "hostile.toml",
                  [](const KeptSubmission& hostile, const fs::path& files) {
                      check(hostile, grade_files(the_lab().slug, files));
                  });
}

TEST_CASE("a submission without parallel work gets the same with every seed, below half") {
    if (fs::exists(kit.submissions() / the_lab().slug / "idle.toml"))
        return for_each_laid(kit, the_lab(), "idle.toml", check_with_seeds);
    const Graded solution = grade_files(the_lab().slug, kit.source / "solutions" / the_lab().slug);
    INFO("no idle.toml");
    CHECK(!solution.lab.contains("work"));
}
