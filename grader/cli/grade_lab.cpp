#include "cli/grade_lab.hpp"

#include <fstream>
#include <future>

#include "cli/backend.hpp"
#include "cli/rungs.hpp"
#include "cli/sanitize.hpp"
#include "suite/registry.hpp"
#include "whole_file.hpp"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;

/// The submission is refused, with the reason.
struct NotGradable {
    std::string reason, details;
};

/// The last lines of the log.
std::string end_of(const fs::path& log) {
    const auto text = kit_io::read_whole(log).value_or("");
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

std::vector<suite::UnsharedArray> unshared_arrays(const lab::Lab& lab, const fs::path& submission) {
    std::vector<suite::UnsharedArray> all;
    for (const std::string& file : lab.editable) {
        const auto text = kit_io::read_whole(submission / file);
        if (!text || !file.ends_with(".cu")) continue;
        const auto found = suite::unshared_arrays(*text, file);
        all.insert(all.end(), found.begin(), found.end());
    }
    return all;
}

score::LabResult build_and_judge(const lab::Kit& kit, suite::Request& request,
                                 build::Backend backend, unsigned at_once) {
    const auto lab = kit.find(request.lab);
    const auto sandbox = sandbox::Sandbox::of(request.sandbox);
    // In parallel: nvcc takes seconds, and simcc is finished when nvcc needs its output.
    const auto built = [&](const fs::path& folder, build::Backend target) {
        return std::async(std::launch::async, [&, folder, target] {
            return build::build_submission(kit, lab, folder, target, sandbox);
        });
    };
    const auto gradable = [](build::Result program) {
        if (!program.gradable()) throw NotGradable{program.reason, program.details};
        return program;
    };
    const bool on_device = backend == build::Backend::cuda;
    auto simulated = built(request.submission, build::Backend::sim);
    std::future<build::Result> device, solution;
    if (on_device) device = built(request.submission, build::Backend::cuda);
    if (on_device && kit.has_solutions())
        solution = built(kit.solutions() / lab.slug, build::Backend::cuda);
    const auto program = gradable(simulated.get());
    request.program = program.program;
    request.unset = suite::unset_locals(program.details);
    request.unshared = unshared_arrays(lab, request.submission);
    if (on_device) {
        request.device_program = gradable(device.get()).program;
        request.memory_rate = memory_rate();
        request.device_lock = device_lock(kit);
    }
    if (solution.valid()) request.device_solution = solution.get().program;
    auto result = grade_rungs(request, at_once);
    if (on_device && request.sanitize)
        result.sanitizer = sanitize(lab, request.device_program, sandbox);
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
