#include "suite/grade.hpp"

#include <doctest/doctest.h>

#include <string>

#include "quiet_reporter.hpp"
#include "suite/run.hpp"

namespace grader::suite {

namespace {

// Passes on to the run what doctest's own assertions report inside a case.
class Listener : public QuietReporter {
  public:
    explicit Listener(const doctest::ContextOptions&) {}

    void log_assert(const doctest::AssertData& data) override {
        if (data.m_failed)
            Run::current().note_failure(std::string("expected ") + data.m_expr + ", but got " +
                                        data.m_decomp.c_str());
    }
    void log_message(const doctest::MessageData& data) override {
        if (data.m_severity != doctest::assertType::is_warn)
            Run::current().note_failure(data.m_string.c_str());
    }

    void test_case_exception(const doctest::TestCaseException& exception) override {
        throw_later_ = exception.error_string.c_str();
    }
    void test_run_end(const doctest::TestRunStats&) override {
        if (!throw_later_.empty()) trouble = throw_later_;
    }

    static inline std::string trouble;

  private:
    std::string throw_later_;
};

void run_part(const std::string& lab, Part part) {
    doctest::Context context;
    context.setOption("test-suite", lab.c_str());
    context.setOption("test-case", (std::string(name_of(part)) + "/*").c_str());
    context.setOption("reporters", "grading");
    context.setOption("no-breaks", true);
    context.run();
}

// An exception from a case's judge() is a failure of the grader itself, and doctest would hide it.
void run_all_parts(const std::string& lab) {
    Listener::trouble.clear();
    for (const Part part : score::parts) run_part(lab, part);
    if (!Listener::trouble.empty()) throw SessionError(Listener::trouble);
}

}  // namespace

REGISTER_REPORTER("grading", 1, Listener);

score::LabResult grade(const Request& request, const DeviceProgramsWhenBuilt& when_built) {
    Run run(request);
    run_all_parts(request.lab);
    const auto programs = request.on_device ? when_built() : std::nullopt;
    if (programs) {
        run.programs().continue_on_device(*programs);
        run_all_parts(request.lab);
        run.programs().leave_device();
    }
    return run.result();
}

}  // namespace grader::suite
