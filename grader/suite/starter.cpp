#include "suite/starter.hpp"

#include "runner/protocol.hpp"

namespace grader::suite {

namespace {

// A child serves many calls: each has its own limit, and these bound them all together.
sandbox::Limits whole_run(sandbox::Limits limits) {
    limits.wall = std::chrono::minutes(10);
    limits.cpu = std::chrono::minutes(10);
    return limits;
}

sandbox::Child start(const sandbox::Sandbox& sandbox, sandbox::Command command,
                     const sandbox::Limits& limits, int channel) {
    const std::filesystem::path program = command.argv.front();
    command.environment.emplace_back(runner::channel_variable, std::to_string(sandbox::channel_fd));
    return sandbox.run(command, limits, {{program.parent_path(), false}},
                       {{channel, sandbox::channel_fd}});
}

}  // namespace

Starter simulator_starter(const Request& request, bool closeups) {
    const auto program = std::filesystem::absolute(request.program);
    return [sandbox = sandbox::Sandbox::of(request.sandbox), program, device = request.device,
            closeups](const std::string& order, int channel) {
        sandbox::Command command;
        command.argv = {program.string()};
        command.environment = {{"SIM_ORDER", order}, {"SIM_DEVICE", device}};
        if (closeups) command.environment.emplace_back("SIM_EXPLAIN", "1");
        command.profile = sandbox::Profile::lab;
        return start(sandbox, std::move(command), whole_run(sandbox::lab_limits()), channel);
    };
}

Starter device_starter(const Request& request, const std::filesystem::path& program) {
    return [sandbox = sandbox::Sandbox::of(request.sandbox),
            program = std::filesystem::absolute(program)](const std::string&, int channel) {
        sandbox::Command command;
        command.argv = {program.string()};
        command.profile = sandbox::Profile::device;
        return start(sandbox, std::move(command), whole_run(sandbox::device_limits()), channel);
    };
}

}  // namespace grader::suite
