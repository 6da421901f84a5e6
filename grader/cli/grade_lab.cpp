#include "cli/grade_lab.hpp"

#include <chrono>
#include <fstream>
#include <future>
#include <optional>

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

// What the CUDA sources themselves show.
void read_sources(suite::Request& request, const lab::Lab& lab) {
    const auto add = [](auto& all, const auto& found) {
        all.insert(all.end(), found.begin(), found.end());
    };
    for (const std::string& file : lab.editable) {
        const auto text = kit_io::read_whole(request.submission / file);
        if (!text || !file.ends_with(".cu")) continue;
        add(request.unshared, suite::unshared_arrays(*text, file));
        add(request.slips, suite::slips(*text, file));
    }
}

/// Builds one lab's programs.
struct Builder {
    const lab::Kit& kit;
    lab::Lab lab;
    sandbox::Sandbox sandbox;

    std::future<build::Result> start(const fs::path& folder, build::Backend backend) const {
        return std::async(std::launch::async, [this, folder, backend] {
            return build::build_submission(kit, lab, folder, backend, sandbox);
        });
    }
};

/// Throws NotGradable.
build::Result gradable(build::Result program) {
    if (!program.gradable()) throw NotGradable{program.reason, program.details};
    return program;
}

/// nvcc may refuse a submission that simcc has accepted.
struct DeviceBuild {
    build::Result submission;
    fs::path solution;

    std::optional<suite::DevicePrograms> programs() const {
        if (!submission.gradable()) return std::nullopt;
        return suite::DevicePrograms{submission.program, solution};
    }
};

using SolutionBuild = std::shared_future<build::Result>;

/// The reference solution is only built to compare times with it.
SolutionBuild start_solution(const Builder& builder, const suite::Request& request) {
    if (!request.timed) return {};
    const auto folder = builder.kit.solutions() / builder.lab.slug;
    return builder.start(folder, build::Backend::cuda).share();
}

bool is_ready(const SolutionBuild& solution) {
    return solution.valid() &&
           solution.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

DeviceBuild build_for_device(const Builder& builder, const suite::Request& request,
                             const SolutionBuild& solution) {
    DeviceBuild built{builder.start(request.submission, build::Backend::cuda).get(), {}};
    if (!solution.valid()) return built;
    if (!solution.get().gradable())
        throw build::BuildError("the reference solution cannot be built: " + solution.get().reason);
    built.solution = solution.get().program;
    return built;
}

void choose_device(const lab::Kit& kit, suite::Request& request) {
    if (request.visible_device.empty()) {
        const auto devices = visible_devices();
        if (devices.empty()) throw build::BuildError("no CUDA device answers");
        request.visible_device = devices.front();
    }
    request.device_lock = device_lock(kit, request.visible_device);
    request.memory_rate = memory_rate();
}

/// nvcc takes seconds. Meanwhile simcc is done, and the rungs begin on the simulator.
score::LabResult build_and_judge(const lab::Kit& kit, suite::Request& request,
                                 build::Backend backend, unsigned at_once) {
    const Builder builder{kit, kit.find(request.lab), sandbox::Sandbox::of(request.sandbox)};
    request.on_device = backend == build::Backend::cuda;
    request.timed = request.on_device && kit.has_solutions();
    request.points = builder.lab.points;
    request.limits = builder.lab.limits;
    if (request.on_device) choose_device(kit, request);
    auto simulated = builder.start(request.submission, build::Backend::sim);
    const SolutionBuild solution = start_solution(builder, request);
    std::shared_future<DeviceBuild> on_device;
    if (request.on_device) {
        on_device = std::async(std::launch::async, [&, request] {
            return build_for_device(builder, request, solution);
        });
    }
    const auto program = gradable(simulated.get());
    request.program = program.program;
    request.unset = suite::unset_locals(program.details);
    read_sources(request, builder.lab);
    // It is in the cache, unless this is the first time.
    if (is_ready(solution)) request.solution_on_device = solution.get().program;
    auto result = grade_rungs(request, at_once, [on_device] { return on_device.get().programs(); });
    if (!request.on_device) return result;
    const auto program_on_device = gradable(on_device.get().submission).program;
    if (request.sanitize)
        result.sanitizer = sanitize(builder.lab, program_on_device, builder.sandbox);
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
