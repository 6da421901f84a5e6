#include "cli/run_lab.hpp"

#include <fmt/format.h>

#include <ostream>

#include "cli/backend.hpp"
#include "cli/exit_status.hpp"
#include "cli/submissions.hpp"
#include "report/text.hpp"
#include "sandbox/sandbox.hpp"

namespace grader::cli {
namespace {

sandbox::Limits patient_limits(build::Backend backend) {
    auto limits = backend == build::Backend::sim ? sandbox::lab_limits() : sandbox::device_limits();
    limits.wall = std::chrono::minutes(5);
    limits.cpu = std::chrono::minutes(5);
    limits.output_kept = 4 << 20;
    return limits;
}

sandbox::Command command_for(const build::Result& built, const RunOptions& options,
                             const BackendChoice& choice) {
    sandbox::Command command;
    command.argv = options.arguments;
    command.argv.insert(command.argv.begin(), built.program.string());
    command.environment = {{"SIM_DEVICE", choice.device}};
    command.profile =
        choice.backend == build::Backend::sim ? sandbox::Profile::lab : sandbox::Profile::device;
    return command;
}

}  // namespace

int run_lab(const lab::Kit& kit, const RunOptions& options, std::ostream& out, std::ostream& err) {
    const auto lab = kit.find(options.lab);
    const auto choice = choose_backend(options.backend);
    const auto sandbox = choose_sandbox(options.no_sandbox);
    const auto built = build::build_submission(
        kit, lab, submissions_folder(kit, options.from) / lab.slug, choice.backend, sandbox);
    if (!built.gradable()) {
        err << report::printable(fmt::format("{}: {}\n{}", lab.slug, built.reason, built.details));
        return could_not_grade;
    }
    auto child = sandbox.run(command_for(built, options, choice), patient_limits(choice.backend),
                             {{built.program.parent_path(), false}});
    const auto& ended = child.wait();
    out << report::printable(ended.out) << std::flush;
    err << report::printable(ended.err);
    if (ended.how == sandbox::How::exited) return ended.code;
    err << fmt::format("{}: {}\n", lab.slug, sandbox::describe(ended));
    return could_not_grade;
}

}  // namespace grader::cli
