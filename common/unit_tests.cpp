// Runs the unit tests. Several rooms share a program; meson.build picks a room's by --source-file,
// and one that picks nothing must not pass for one that ran.
#include "unit_tests.hpp"

#include <doctest/doctest.h>

#include <cstdio>

#include "quiet_reporter.hpp"

namespace {

unsigned test_cases_picked = 0;

struct Counting : QuietReporter {
    explicit Counting(const doctest::ContextOptions&) {}

    void test_run_end(const doctest::TestRunStats& run) override {
        test_cases_picked = run.numTestCasesPassingFilters;
    }
};

DOCTEST_REGISTER_LISTENER("counting", 1, Counting);

}  // namespace

int run_unit_tests(int argc, char** argv) {
    doctest::Context context(argc, argv);
    const int status = context.run();
    if (context.shouldExit()) return status;  // a list of the tests, say, was asked for
    if (test_cases_picked == 0) {
        std::fprintf(stderr, "no test case was picked\n");
        return 1;
    }
    return status;
}
