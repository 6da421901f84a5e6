#include "cli/grade_lab.hpp"

#include <fstream>
#include <iterator>

#include "cli/backend.hpp"
#include "cli/rungs.hpp"
#include "sanitizer/check.hpp"
#include "suite/registry.hpp"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;

/// A submission that is refused, and why.
struct NotGradable {
    std::string reason, details;
};

/// What the log says last.
std::string end_of(const fs::path& log) {
    std::ifstream in(log);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    constexpr std::size_t most = 2000;
    return text.size() <= most ? text : text.substr(text.find('\n', text.size() - most) + 1);
}

score::LabResult not_gradable(const suite::Request& request, const NotGradable& why) {
    score::LabResult result;
    result.lab = request.lab;
    result.max_score = suite::full_marks(request.lab);
    result.reason = why.reason;
    result.details = why.details;
    result.log = request.log.string();
    return result;
}

/// What compute-sanitizer says, once the marks are settled.
score::SanitizerReport sanitize(const lab::Lab& lab, const fs::path& program,
                                const sandbox::Sandbox& sandbox) {
    const auto tool = sanitizer::find_tool();
    if (!tool || lab.sanitize.empty()) return {};
    return sanitizer::check(
        *tool, {.program = program, .runs = lab.sanitize, .sources = lab.editable}, sandbox);
}

score::LabResult build_and_judge(const lab::Kit& kit, suite::Request& request,
                                 build::Backend backend, unsigned at_once) {
    const auto lab = kit.find(request.lab);
    const auto sandbox = sandbox::Sandbox::of(request.sandbox);
    const auto built = [&](const fs::path& folder, build::Backend target) {
        return build::build_submission(kit, lab, folder, target, sandbox);
    };
    const auto gradable = [&](build::Backend target) {
        const auto program = built(request.submission, target);
        if (!program.gradable()) throw NotGradable{program.reason, program.details};
        return program.program;
    };
    const bool on_device = backend == build::Backend::cuda;
    request.program = gradable(build::Backend::sim);
    if (on_device) {
        request.device_program = gradable(build::Backend::cuda);
        request.memory_rate = memory_rate();
    }
    if (on_device && kit.has_solutions())
        request.device_solution = built(kit.solutions() / lab.slug, build::Backend::cuda).program;
    auto result = grade_rungs(request, at_once);
    if (on_device) result.sanitizer = sanitize(lab, request.device_program, sandbox);
    return result;
}

}  // namespace

score::LabResult grade_or_throw(const lab::Kit& kit, suite::Request request, build::Backend backend,
                                unsigned at_once) {
    fs::create_directories(request.log.parent_path());
    std::ofstream(request.log, std::ios::trunc);
    try {
        return build_and_judge(kit, request, backend, at_once);
    } catch (const NotGradable& why) {
        std::ofstream(request.log, std::ios::app) << why.reason << '\n' << why.details;
        return not_gradable(request, why);
    }
}

score::LabResult grade_lab(const lab::Kit& kit, suite::Request request, build::Backend backend,
                           unsigned at_once) {
    try {
        return grade_or_throw(kit, request, backend, at_once);
    } catch (const std::exception& trouble) {
        return not_gradable(request, {std::string("the grader itself failed: ") + trouble.what(),
                                      end_of(request.log)});
    }
}

}  // namespace grader::cli
