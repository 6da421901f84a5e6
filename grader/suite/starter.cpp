#include "suite/starter.hpp"

#include <sys/socket.h>

#include "build/build.hpp"
#include "build/script.hpp"
#include "runner/protocol.hpp"

namespace grader::suite {

namespace {

// A child process serves many calls, each with its own limit. These limits apply to all calls
// together.
sandbox::Limits whole_run(sandbox::Limits limits) {
    limits.wall = std::chrono::hours(2);  // each call has its own; other work may slow them all
    limits.cpu = std::chrono::minutes(10);
    return limits;
}

// The descriptors of a lab program and of the script that it calls, as in common/python/graded.py.
constexpr int other_end_fd = 8, compiler_fd = 9;

}  // namespace

Script start_script(const sandbox::Sandbox& sandbox, const lab::Kit& kit, const lab::Lab& lab,
                    const std::filesystem::path& script) {
    auto [ours, theirs] = kit_io::make_socket_pair(SOCK_STREAM);
    Script started;
    started.socket = std::move(ours);
    auto compiler = std::make_shared<build::ModuleService>(kit, lab, sandbox);
    const auto python = kit.common() / "python";
    sandbox::Command command;
    command.argv = {build::python, "-s", "-B", python / "graded.py", script};
    // Two programs that get the same calls shall go through their sets in the same order.
    command.environment = {
        {"OPENBLAS_NUM_THREADS", "1"}, {"MPLBACKEND", "Agg"}, {"PYTHONHASHSEED", "0"}};
    command.profile = sandbox::Profile::script;
    std::vector<sandbox::Mount> mounts{{python}, {script.parent_path()}};
    build::add_packages(command, mounts);
    started.process =
        sandbox.run(command, whole_run(sandbox::script_limits()), mounts,
                    {{theirs.get(), other_end_fd}, {compiler->script_end(), compiler_fd}});
    compiler->close_script_end();
    started.compiler = std::move(compiler);
    return started;
}

void give_script(const Script& script, sandbox::Command& command,
                 std::vector<sandbox::Mount>& mounts, std::vector<sandbox::Inherited>& inherited) {
    command.environment.emplace_back("KIT_SCRIPT", std::to_string(other_end_fd));
    command.environment.emplace_back("KIT_MODULES", script.compiler->modules().string());
    mounts.push_back({script.compiler->modules()});
    inherited.push_back({script.socket.get(), other_end_fd});
}

namespace {

sandbox::Child start(const sandbox::Sandbox& sandbox, sandbox::Command command,
                     const sandbox::Limits& limits, int channel, const Script* script = nullptr) {
    const std::filesystem::path program = command.argv.front();
    command.environment.emplace_back(runner::channel_variable, std::to_string(sandbox::channel_fd));
    std::vector<sandbox::Mount> mounts{{program.parent_path()}};
    std::vector<sandbox::Inherited> inherited{{channel, sandbox::channel_fd}};
    if (script) {
        mounts.front() = {program};
        give_script(*script, command, mounts, inherited);
    }
    return sandbox.run(command, limits, mounts, inherited);
}

}  // namespace

Starter simulator_starter(const Request& request, bool closeups) {
    const auto program = std::filesystem::absolute(request.program);
    return [sandbox = sandbox::Sandbox::of(request.sandbox), program, device = request.device,
            lab = request.lab, closeups](const std::string& order, int channel) -> Started {
        sandbox::Command command;
        command.argv = {program.string()};
        command.environment = {{"SIM_ORDER", order}, {"SIM_DEVICE", device}};
        if (closeups) command.environment.emplace_back("SIM_EXPLAIN", "1");
        command.profile = sandbox::Profile::lab;
        const auto limits = whole_run(sandbox::lab_limits());
        const auto runs_it = build::runner_of_script(program);
        if (runs_it.empty()) return Started(start(sandbox, std::move(command), limits, channel));
        command.argv = {runs_it.string()};
        const auto kit = lab::this_kit();
        Script script = start_script(sandbox, kit, kit.find(lab), program);
        Started started = start(sandbox, std::move(command), limits, channel, &script);
        started.script = std::move(script.process);
        started.trouble = [compiler = script.compiler] { return compiler->trouble(); };
        started.service = std::move(script.compiler);
        return started;
    };
}

/// Empty: what the grader itself sees.
void choose_device(sandbox::Command& command, const std::string& device) {
    if (!device.empty()) command.environment.emplace_back(sandbox::visible_devices, device);
}

sandbox::Command script_on_device(const std::filesystem::path& runs_it,
                                  const std::filesystem::path& script,
                                  std::vector<sandbox::Mount>& mounts) {
    const auto python = build::python_of_ones_own();
    sandbox::Command command;
    command.argv = {python, "-B", runs_it, script};
    command.environment = {{"OPENBLAS_NUM_THREADS", "1"}};
    command.profile = sandbox::Profile::device_script;
    mounts = {{runs_it.parent_path()}, {script.parent_path()}};
    build::add_packages(command, mounts);
    // The root of a virtual environment is two folders above its interpreter.
    const auto prefix = std::filesystem::path(python).parent_path().parent_path();
    for (const auto& folder : {prefix, std::filesystem::path("/usr/local/cuda")})
        if (!folder.string().starts_with("/usr/") && folder != "/usr") mounts.push_back({folder});
    return command;
}

Starter device_starter(const Request& request, const std::filesystem::path& program) {
    return [sandbox = sandbox::Sandbox::of(request.sandbox),
            program = std::filesystem::absolute(program),
            device = request.visible_device](const std::string&, int channel) -> Started {
        if (const auto runs_it = build::runner_of_script(program); !runs_it.empty()) {
            std::vector<sandbox::Mount> mounts;
            auto command = script_on_device(runs_it, program, mounts);
            choose_device(command, device);
            command.environment.emplace_back(runner::channel_variable,
                                             std::to_string(sandbox::channel_fd));
            return sandbox.run(command, whole_run(sandbox::tool_limits()), mounts,
                               {{channel, sandbox::channel_fd}});
        }
        sandbox::Command command;
        command.argv = {program.string()};
        command.profile = sandbox::Profile::device;
        choose_device(command, device);
        return start(sandbox, std::move(command), whole_run(sandbox::device_limits()), channel);
    };
}

}  // namespace grader::suite
