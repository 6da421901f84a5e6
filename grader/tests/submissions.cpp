// For the lab named by LAB: every wrong submission is caught with the words that wrong.toml
// announces, and every right one in another style gets full marks.
#include "authoring/submissions.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "grade_command.hpp"
#include "mutants/wrong_submissions.hpp"

using namespace course;
namespace authoring = grader::authoring;
using grader::mutants::WrongSubmission;

namespace {

fs::path corpus() {
    return kit.source / "grader" / "submissions" / the_lab().slug;
}

std::vector<fs::path> right_submissions() {
    std::vector<fs::path> folders;
    for (const auto& entry : fs::directory_iterator(corpus() / "right"))
        folders.push_back(entry.path());
    std::ranges::sort(folders);
    return folders;
}

// Most are caught by the case that they name. If that does not show everything that was announced,
// the rest of the lab is graded, too.
Graded grade_wrong(const WrongSubmission& wrong, const fs::path& files) {
    if (!wrong.failing_case.empty()) {
        auto graded = grade_files(the_lab().slug, files, {"--case", wrong.failing_case});
        if (authoring::faults_of(wrong, graded.result()).empty()) return graded;
    }
    return grade_files(the_lab().slug, files);
}

}  // namespace

TEST_CASE("every wrong submission is caught, and for the right reason") {
    const fs::path list = corpus() / "wrong.toml";
    const auto wrong = grader::mutants::wrong_submissions(list, the_lab());
    for (const auto& each : wrong) {
        const Scratch files;
        lay(each, list, the_lab(), kit.source / "solutions" / the_lab().slug, files.path());
        const auto graded = grade_wrong(each, files.path());
        for (const auto& fault : authoring::faults_of(each, graded.result()))
            FAIL_CHECK(each.name, ": ", fault, "\n", graded.terminal);
        CHECK_MESSAGE(graded.status == (each.refused.empty() ? 1 : 2), each.name);
    }
}

TEST_CASE("every right submission in another style gets full marks") {
    for (const auto& folder : right_submissions()) {
        const auto graded = grade_files(the_lab().slug, folder);
        for (const auto& fault : authoring::faults_of_right(graded.result()))
            FAIL_CHECK(folder.filename().string(), ": ", fault, "\n", graded.terminal);
        CHECK_MESSAGE(graded.status == 0, folder.filename().string());
    }
}
