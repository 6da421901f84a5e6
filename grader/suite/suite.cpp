#include "suite/suite.hpp"

#include "suite/run.hpp"

namespace grader::suite {

Outcome run(const Call& call) {
    return Run::current().call(call);
}

Answer run(const Call& call, std::string_view order) {
    return Run::current().call(call, order);
}

void fail(const std::string& message) {
    throw CaseFailed{message};
}

void expect(bool condition, const std::string& message) {
    if (!condition) fail(message);
}

void expect_no_findings(std::string_view function) {
    Run::current().expect_no_findings(function);
}

std::vector<score::Finding> findings_so_far(std::string_view function) {
    return Run::current().findings(function);
}

void demonstrate(const Answer& answer) {
    Run::current().demonstrate(answer);
}

std::uint64_t draw_seed() {
    return Run::current().draw_seed();
}

std::string_view backend() {
    return Run::current().backend();
}

std::string repeat(const Call& call, std::string_view order) {
    return Run::current().repeat(call, order);
}

void judge(const Registration& registration) {
    Run::current().judge(registration);
}

}  // namespace grader::suite
