// Breaks each rule of the course once: the message must name the file and the remedy.
#include "authoring/rules.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "authoring/new_lab.hpp"
#include "authoring/submissions.hpp"
#include "build/stage.hpp"
#include "whole_file.hpp"

namespace rules_of_labs {

using namespace grader;

namespace {

namespace fs = std::filesystem;

/// A new lab in a kit of its own, to be broken.
struct FreshLab {
    build::Stage stage{fs::temp_directory_path()};
    lab::Kit kit;
    fs::path folder;

    FreshLab() {
        const auto real = lab::this_kit();
        kit = {stage.root(), real.build, {"02-simple-gather"}};
        fs::create_directories(kit.source / "grader/authoring");
        fs::copy(real.source / "grader/authoring/template",
                 kit.source / "grader/authoring/template", fs::copy_options::recursive);
        std::ofstream(kit.source / "meson.build") << "labs = [\n  '02-simple-gather',\n]\n";
        authoring::new_lab(kit, "14-sum");
        kit.slugs.push_back("14-sum");
        folder = kit.labs() / "14-sum";
    }
    void write(const fs::path& file, const std::string& text) const { std::ofstream(file) << text; }
    /// All faults, one after the other.
    std::string faults() const {
        std::string all;
        for (const auto& rule : authoring::rules_of_files(kit, lab::load(folder)))
            for (const auto& fault : rule.faults) all += fault + "\n";
        return all;
    }
};

score::LabResult result(double score, double max_score) {
    score::LabResult result;
    result.lab = "14-sum";
    result.status = score::LabStatus::graded;
    result.score = score;
    result.max_score = max_score;
    result.parts = {{grader::score::Part::correct, score, max_score, {}}};
    const auto status = score < max_score ? score::CaseStatus::failed : score::CaseStatus::passed;
    result.parts[0].cases = {{"rung 1: values", status, score, max_score, "y[0] is wrong\nmore"}};
    return result;
}

}  // namespace

TEST_CASE("each rule of files names what is broken") {
    const FreshLab fresh;
    CHECK(fresh.faults() == "");
    fresh.write(fresh.folder / "HINTS.md", "# Hints\n\n## one\n");
    CHECK(fresh.faults() == "HINTS.md has 1 hint under a '##' of its own; 3 are needed\n");
    fs::remove(fresh.kit.source / "docs/labs/14-sum.md");
    CHECK(fresh.faults().starts_with("docs/labs/14-sum.md is missing\n"));
    fresh.write(fresh.folder / "sum.cu", "// another skeleton\n");
    CHECK(fresh.faults().find("skeletons --write") != std::string::npos);
    fresh.write(fresh.kit.solutions() / "14-sum/notes.txt", "");
    CHECK(fresh.faults().find("the solution has notes.txt, which no student hands in") !=
          std::string::npos);
    const auto right = fresh.kit.source / "grader/submissions/14-sum/right.toml";
    fresh.write(right, "[fewer]\nwhy = 'w'\nedits = [['i < n', 'n > i']]\n");
    CHECK(fresh.faults().find("right.toml has 1 submission; 3 are needed") != std::string::npos);
    fresh.write(right, "[misspelled]\nwhy = 'w'\nedits = [['i < m', 'n > i']]\n");
    CHECK(fresh.faults().find("[misspelled] 'i < m' does not stand in sum.cu") !=
          std::string::npos);
    fs::remove(right);
    CHECK(fresh.faults().find("right.toml") != std::string::npos);
}

TEST_CASE("a lab whose work is judged needs right values without the work, as a new lab has") {
    const FreshLab fresh;
    CHECK(fresh.faults() == "");
    fs::remove(fresh.kit.source / "grader/submissions/14-sum/idle.toml");
    CHECK(fresh.faults() ==
          "its work is judged, and no idle.toml has right values without that work\n");
}

TEST_CASE("a sheet without the range of every size is named") {
    const FreshLab fresh;
    const auto sheet = fresh.folder / "README.md";
    auto text = kit_io::read_whole(sheet).value();
    const auto line = text.find("\n**Sizes** ");
    REQUIRE(line != text.npos);
    fresh.write(sheet, text.erase(line, text.find('\n', line + 1) - line));
    CHECK(fresh.faults() == "README.md does not state the range of every size: **Sizes** \n");
}

TEST_CASE("a chapter's questions are counted against their answers") {
    const FreshLab fresh;
    const auto chapter = fresh.kit.source / "docs/labs/14-sum.md";
    fresh.write(chapter,
                "# Sum\n\n1. no question\n\n## Questions\n\n1. Why?\n2. How?\n\n## Back\n");
    CHECK(fresh.faults() == "the chapter asks 2 questions, and ANSWERS.md answers 0\n");
    fresh.write(fresh.folder / "ANSWERS.md", "# Answers to chapter 14's\n\n1. So.\n2. Thus.\n");
    CHECK(fresh.faults() == "");
}

TEST_CASE("points of the sheet, of the suite and of the solution are held against each other") {
    const FreshLab fresh;
    const auto lab = lab::load(fresh.folder);
    const auto faults = [&](const score::LabResult& solution) {
        std::string all;
        for (const auto& rule : authoring::rules_of_marks(lab, solution))
            for (const auto& fault : rule.faults) all += fault + "\n";
        return all;
    };
    CHECK(faults(result(90, 110)) ==
          "correct: rung 1: values gets 90 of 110: y[0] is wrong\n"
          "the suite's points add up to 110, not to 100\n"
          "rung 1, correct: README.md gives 40 points, lab.toml 110\n"
          "rung 1, safe: README.md gives 30 points, lab.toml 0\n"
          "rung 1, fast: README.md gives 30 points, lab.toml 0\n");
    auto without_cases = result(0, 0);
    without_cases.lab = "14-sum";
    without_cases.max_score = 0;
    CHECK(faults(without_cases)
              .starts_with("no case is the lab's: is grader/suites/14-sum.cpp there, and does it "
                           "say LAB_SUITE(\"14-sum\")?\n"));
    score::LabResult broken;
    broken.reason = "it does not compile";
    CHECK(faults(broken).starts_with("the solution is not gradable: it does not compile\n"));
}

TEST_CASE("a skeleton with points, and submissions that do not get what they must, are named") {
    CHECK(authoring::rule_of_skeleton(result(0, 100)).faults.empty());
    CHECK(authoring::rule_of_skeleton(result(3, 100)).faults ==
          std::vector<std::string>{"correct: rung 1: values gets 3 points for a skeleton"});
    mutants::KeptSubmission wrong;
    wrong.failing_case = "rung 1: values";
    CHECK(authoring::faults_of(wrong, result(3, 100)).empty());
    wrong.finding = "race";
    wrong.says = "a guard";
    CHECK(authoring::faults_of(wrong, result(100, 100)) ==
          std::vector<std::string>{"it gets full marks", "the case 'rung 1: values' does not fail",
                                   "no race is found", "nobody says 'a guard'"});
    CHECK(authoring::faults_of_right(result(90, 100)).front() ==
          "rung 1: values: 90 of 100 points: y[0] is wrong");
    CHECK(authoring::faults_of_right(result(200.0 / 3, 100)).front() ==
          "rung 1: values: 66.7 of 100 points: y[0] is wrong");
    wrong = {};
    wrong.failing_case = "rung 1: work";
    CHECK(authoring::faults_of(wrong, result(3, 100)).front() ==
          "the suite has no case 'rung 1: work'");
    auto two_cases = result(3, 100);
    two_cases.parts[0].cases.push_back({"rung 1: work", score::CaseStatus::not_run, 0, 0, ""});
    CHECK(authoring::faults_of(wrong, two_cases).front() ==
          "the case 'rung 1: work' is not run; these fail: 'rung 1: values'");
}

TEST_CASE("wrong submissions are listed below what catches them") {
    std::vector<mutants::KeptSubmission> wrong(4);
    const char* const names[] = {"a", "bcd", "e", "f"};
    const char* const reasons[] = {"One.", "Two.", "Three.", "Four."};
    for (std::size_t i = 0; i < wrong.size(); ++i) {
        wrong[i].name = names[i];
        wrong[i].why = reasons[i];
    }
    wrong[0].failing_case = wrong[2].failing_case = "rung 1: every size";
    wrong[1].finding = wrong[2].finding = "race";
    wrong[3].refused = "line 3";
    CHECK(authoring::overview(wrong) ==
          "finding: race\n"
          "  bcd  Two.\n"
          "not gradable\n"
          "  f    Four.\n"
          "rung 1: every size\n"
          "  a    One.\n"
          "  e    Three.\n");
}

}  // namespace rules_of_labs
