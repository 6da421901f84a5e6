// The main function of the unit tests. Several rooms share a program; meson.build picks a room's by
// --source-file, and one that picks nothing must not pass for one that ran.
#include <doctest/doctest.h>

#include <cstdio>

namespace {

unsigned test_cases_run = 0;

struct Counting : doctest::IReporter {
    explicit Counting(const doctest::ContextOptions&) {}

    void test_run_end(const doctest::TestRunStats& run) override {
        test_cases_run = run.numTestCasesPassingFilters;
    }

    void report_query(const doctest::QueryData&) override {}
    void test_run_start() override {}
    void test_case_start(const doctest::TestCaseData&) override {}
    void test_case_reenter(const doctest::TestCaseData&) override {}
    void test_case_end(const doctest::CurrentTestCaseStats&) override {}
    void test_case_exception(const doctest::TestCaseException&) override {}
    void subcase_start(const doctest::SubcaseSignature&) override {}
    void subcase_end() override {}
    void log_assert(const doctest::AssertData&) override {}
    void log_message(const doctest::MessageData&) override {}
    void test_case_skipped(const doctest::TestCaseData&) override {}
};

DOCTEST_REGISTER_LISTENER("counting", 1, Counting);

}  // namespace

int main(int argc, char** argv) {
    doctest::Context context(argc, argv);
    const int status = context.run();
    if (context.shouldExit()) return status;  // a list of the tests, say, was asked for
    if (test_cases_run == 0) {
        std::fprintf(stderr, "no test case was picked\n");
        return 1;
    }
    return status;
}
