// For the lab named by LAB: every wrong submission is caught with the words that wrong.toml
// announces, and every one of right.toml, in another style, gets full marks.
#include "authoring/submissions.hpp"

#include <doctest/doctest.h>

#include <string>

#include "grade_command.hpp"
#include "mutants/kept_submissions.hpp"

using namespace course;
namespace authoring = grader::authoring;
using grader::mutants::for_each_laid;
using grader::mutants::KeptSubmission;

namespace {

// Most are caught by the case that they name. If that does not show everything that was announced,
// the rest of the lab is graded, too.
Graded grade_wrong(const KeptSubmission& wrong, const fs::path& files) {
    if (!wrong.failing_case.empty()) {
        auto graded = grade_files(the_lab().slug, files, {"--case", wrong.failing_case});
        if (authoring::faults_of(wrong, graded.result()).empty()) return graded;
    }
    return grade_files(the_lab().slug, files);
}

}  // namespace

TEST_CASE("every wrong submission is caught, and for the right reason") {
    for_each_laid(kit, the_lab(), "wrong.toml",
                  [](const KeptSubmission& wrong, const fs::path& files) {
                      const auto graded = grade_wrong(wrong, files);
                      for (const auto& fault : authoring::faults_of(wrong, graded.result()))
                          FAIL_CHECK(wrong.name, ": ", fault, "\n", graded.terminal);
                      CHECK_MESSAGE(graded.status == (wrong.refused.empty() ? 1 : 2), wrong.name);
                  });
}

TEST_CASE("every right submission in another style gets full marks") {
    for_each_laid(kit, the_lab(), "right.toml",
                  [](const KeptSubmission& right, const fs::path& files) {
                      const auto graded = grade_files(the_lab().slug, files);
                      for (const auto& fault : authoring::faults_of_right(graded.result()))
                          FAIL_CHECK(right.name, ": ", fault, "\n", graded.terminal);
                      CHECK_MESSAGE(graded.status == 0, right.name);
                  });
}
