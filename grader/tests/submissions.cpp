// Of the lab that LAB names, every wrong submission is caught with the words that wrong.toml
// announces, and every right one in another style gets full marks.
#include <doctest/doctest.h>
#include <toml++/toml.h>

#include <algorithm>
#include <string>

#include "grade_command.hpp"
#include "mutants/wrong_submissions.hpp"

using namespace course;
using grader::mutants::WrongSubmission;
using nlohmann::json;

namespace {

fs::path corpus() {
    return kit.source / "grader" / "submissions" / the_lab().slug;
}

/// Those that lie there as files: in right/, say.
std::vector<fs::path> folders_of(const char* kind) {
    std::vector<fs::path> folders;
    if (!fs::is_directory(corpus() / kind)) return folders;
    for (const auto& entry : fs::directory_iterator(corpus() / kind))
        folders.push_back(entry.path());
    std::ranges::sort(folders);
    return folders;
}

bool case_failed(const json& lab, const std::string& name) {
    for (const auto& part : lab.at("parts")) {
        for (const auto& result : part.at("cases")) {
            if (result.at("name") == name) return result.at("status") == "failed";
        }
    }
    return false;
}

bool found(const json& lab, const std::string& kind) {
    return std::ranges::any_of(lab.at("findings"),
                               [&](const json& finding) { return finding.at("kind") == kind; });
}

/// Whether `text` stands in a message, of a case or a finding.
bool says(const json& lab, const std::string& text) {
    const auto has = [&](const json& object) {
        return object.at("message").get<std::string>().find(text) != std::string::npos;
    };
    if (std::ranges::any_of(lab.at("findings"), has)) return true;
    return std::ranges::any_of(lab.at("parts"), [&](const json& part) {
        return std::ranges::any_of(part.at("cases"), has);
    });
}

/// What is not as announced, one line each.
std::string faults_of(const WrongSubmission& wrong, const Graded& graded) {
    std::string faults;
    if (graded.status != 1) faults += "exit status " + std::to_string(graded.status) + "\n";
    if (graded.lab.at("score") >= graded.lab.at("max_score")) faults += "full marks\n";
    if (!wrong.failing_case.empty() && !case_failed(graded.lab, wrong.failing_case))
        faults += "did not fail: " + wrong.failing_case + "\n";
    if (!wrong.finding.empty() && !found(graded.lab, wrong.finding))
        faults += "was not found: " + wrong.finding + "\n";
    if (!says(graded.lab, wrong.says)) faults += "was not said: " + wrong.says + "\n";
    return faults;
}

// Most are caught by the case they name; where that does not say all that was announced, the rest
// of the lab is asked, too.
Graded grade_wrong(const WrongSubmission& wrong, const fs::path& files) {
    if (!wrong.failing_case.empty()) {
        auto graded = grade_files(the_lab().slug, files, {"--case", wrong.failing_case});
        if (faults_of(wrong, graded).empty()) return graded;
    }
    return grade_files(the_lab().slug, files);
}

}  // namespace

TEST_CASE("every wrong submission is caught, and for the right reason") {
    const fs::path list = corpus() / "wrong.toml";
    const auto wrong = grader::mutants::wrong_submissions(list, the_lab());
    CHECK(wrong.size() >= 8);
    for (const auto& each : wrong) {
        const Scratch files;
        lay(each, list, the_lab(), kit.source / "solutions" / the_lab().slug, files.path());
        const auto graded = grade_wrong(each, files.path());
        const auto faults = faults_of(each, graded);
        CHECK_MESSAGE(faults.empty(), each.name, "\n", faults, graded.terminal);
    }
}

TEST_CASE("every right submission in another style gets full marks") {
    const auto right = folders_of("right");
    CHECK(right.size() >= 6);
    for (const auto& folder : right) {
        const toml::table expected = toml::parse_file((folder / "expect.toml").string());
        CHECK_MESSAGE(expected["why"].value<std::string>(), folder.filename().string(),
                      ": expect.toml says why");
        const auto graded = grade_files(the_lab().slug, folder);
        const bool full = graded.lab.at("score") == graded.lab.at("max_score");
        CHECK_MESSAGE((graded.status == 0 && full), folder.filename().string(), "\n",
                      graded.terminal);
    }
}

// Right values, by one thread or one warp.
TEST_CASE("a submission without parallel work stays below half of the points") {
    for (const auto& folder : folders_of("idle")) {
        const auto graded = grade_files(the_lab().slug, folder);
        const auto score = graded.lab.at("score").get<double>();
        CHECK_MESSAGE(score < 0.5 * graded.lab.at("max_score").get<double>(),
                      folder.filename().string(), "\n", graded.terminal);
    }
}
