// Starts a lab program for a session: its sandbox, limits and environment, and for a lab in Python
// the script's process.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "build/module_service.hpp"
#include "descriptor.hpp"
#include "suite/calls/session.hpp"
#include "suite/request.hpp"

namespace grader::suite {

/// On the simulator, with the request's profile. `closeups`: launches get close-ups
/// (score::WorstLine), which takes longer.
Starter simulator_starter(const Request& request, bool closeups = false);
/// On a real device.
Starter device_starter(const Request& request, const std::filesystem::path& program);

/// A student's Python script in its own sandbox, which waits for calls from a lab program. It can
/// reach that program and a compiler, and nothing else.
struct Script {
    kit_io::Descriptor socket;  // the lab program's end
    std::shared_ptr<build::ModuleService> compiler;
    std::optional<sandbox::Child> process;
};
Script start_script(const sandbox::Sandbox& sandbox, const lab::Kit& kit, const lab::Lab& lab,
                    const std::filesystem::path& script);
/// Gives the lab program what it needs to call the script.
void give_script(const Script& script, sandbox::Command& command,
                 std::vector<sandbox::Mount>& mounts, std::vector<sandbox::Inherited>& inherited);

}  // namespace grader::suite
