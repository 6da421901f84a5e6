// Submission folder to result: build, then the suite.
#include "cli/assignment.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "cli/rungs.hpp"
#include "cli/supervise.hpp"
#include "json_text.hpp"
#include "report/json.hpp"
#include "sanitizer/check.hpp"
#include "suite/registry.hpp"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;

score::LabResult not_gradable(const Assignment& assignment, const std::string& reason,
                              const std::string& details) {
    score::LabResult result;
    result.lab = assignment.lab;
    result.max_score = suite::full_marks(assignment.lab);
    result.reason = reason;
    result.details = details;
    result.log = assignment.log.string();
    return result;
}

/// What the failed process said last.
std::string end_of(const fs::path& log) {
    std::ifstream in(log);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    constexpr std::size_t most = 2000;
    return text.size() <= most ? text : text.substr(text.find('\n', text.size() - most) + 1);
}

/// The request for the suite without its programs.
suite::Request request_for(const Assignment& assignment) {
    suite::Request request;
    request.lab = assignment.lab;
    request.answers = assignment.submission;
    request.seed = assignment.seed;
    request.orders = assignment.orders;
    request.log = assignment.log;
    request.sandbox = assignment.sandbox;
    request.call_limit = assignment.call_limit;
    request.until_first_failure = assignment.until_first_failure;
    request.only_case = assignment.only_case;
    if (assignment.backend == build::Backend::sim) request.device = assignment.device;
    return request;
}

/// What compute-sanitizer says, once the marks are settled.
score::SanitizerReport sanitize(const lab::Lab& lab, const fs::path& program,
                                const sandbox::Sandbox& sandbox) {
    const auto tool = sanitizer::find_tool();
    if (!tool || lab.sanitize.empty()) return {};
    return sanitizer::check(
        *tool, {.program = program, .runs = lab.sanitize, .sources = lab.editable}, sandbox);
}

}  // namespace

std::string to_line(const Assignment& a) {
    return json_text::write({{"lab", a.lab},
                             {"submission", a.submission.string()},
                             {"backend", static_cast<int>(a.backend)},
                             {"device", a.device},
                             {"sandbox", static_cast<int>(a.sandbox)},
                             {"orders", a.orders},
                             {"seed", a.seed},
                             {"log", a.log.string()},
                             {"call_limit", a.call_limit.count()},
                             {"until_first_failure", a.until_first_failure},
                             {"only_case", a.only_case},
                             {"at_once", a.at_once}});
}

Assignment assignment_from_line(const std::string& line) {
    const auto json = json_text::parse(line);
    return {.lab = json.at("lab"),
            .submission = json.at("submission").get<std::string>(),
            .backend = static_cast<build::Backend>(json.at("backend").get<int>()),
            .device = json.at("device"),
            .sandbox = static_cast<sandbox::Kind>(json.at("sandbox").get<int>()),
            .orders = json.at("orders"),
            .seed = json.at("seed"),
            .log = json.at("log").get<std::string>(),
            .call_limit = std::chrono::milliseconds(json.at("call_limit").get<std::int64_t>()),
            .until_first_failure = json.at("until_first_failure"),
            .only_case = json.at("only_case"),
            .at_once = json.at("at_once")};
}

score::LabResult grade_here(const lab::Kit& kit, const Assignment& assignment) {
    const auto lab = kit.find(assignment.lab);
    const auto sandbox = sandbox::Sandbox::of(assignment.sandbox);
    const auto built = [&](const fs::path& folder, build::Backend backend) {
        return build::build_submission(kit, lab, folder, backend, sandbox);
    };
    auto request = request_for(assignment);
    const auto program = built(assignment.submission, build::Backend::sim);
    if (!program.gradable()) return not_gradable(assignment, program.reason, program.details);
    request.program = program.program;
    if (assignment.backend == build::Backend::cuda) {
        const auto on_device = built(assignment.submission, build::Backend::cuda);
        if (!on_device.gradable()) {
            return not_gradable(assignment, on_device.reason, on_device.details);
        }
        request.device_program = on_device.program;
        if (kit.has_solutions()) {
            request.device_solution =
                built(kit.solutions() / lab.slug, build::Backend::cuda).program;
        }
    }
    auto result = grade_rungs(request, assignment.at_once);
    if (assignment.backend == build::Backend::cuda)
        result.sanitizer = sanitize(lab, request.device_program, sandbox);
    return result;
}

score::LabResult grade_apart(const Assignment& assignment) {
    Job job;
    job.argv = {fs::read_symlink("/proc/self/exe").string(), "grade-one"};
    job.input = to_line(assignment);
    job.log = assignment.log;
    fs::create_directories(job.log.parent_path());
    const auto supervised = supervise(job);
    if (supervised.trouble.empty()) return report::from_line(supervised.output);
    return not_gradable(assignment, "the grader itself failed: " + supervised.trouble,
                        end_of(assignment.log));
}

void serve_assignment(const lab::Kit& kit) {
    fcntl(result_descriptor, F_SETFD, FD_CLOEXEC);
    const std::string line(std::istreambuf_iterator<char>(std::cin), {});
    const auto assignment = assignment_from_line(line);
    sandbox::Sandbox::assume_starts(assignment.sandbox);
    const auto result = grade_here(kit, assignment);
    std::cout << result.reason << '\n' << result.details << std::flush;  // to the log
    const auto reply = report::to_line(result);
    std::string_view rest = reply;
    while (!rest.empty()) {
        const auto written = write(result_descriptor, rest.data(), rest.size());
        if (written <= 0) throw SuperviseError("the process that asked for a result is gone");
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
}

}  // namespace grader::cli
