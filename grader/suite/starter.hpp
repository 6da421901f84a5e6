// How a lab program is started for a session: in which sandbox, with which limits and environment;
// for a lab in Python with the script's process beside it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "build/module_service.hpp"
#include "descriptor.hpp"
#include "suite/grade.hpp"
#include "suite/session.hpp"

namespace grader::suite {

/// On the simulator, as the request's profile.
/// `closeups`: launches are taken from close up (score::WorstLine), which takes longer.
Starter simulator_starter(const Request& request, bool closeups = false);
/// On a real device.
Starter device_starter(const Request& request, const std::filesystem::path& program);

/// A student's Python in a sandbox of its own, that waits for a lab program to call it. It reaches
/// that program and a compiler, and nothing else.
struct Script {
    kit_io::Descriptor socket;  // the lab program's end
    std::shared_ptr<build::ModuleService> compiler;
    std::optional<sandbox::Child> process;
};
Script start_script(const sandbox::Sandbox& sandbox, const lab::Kit& kit, const lab::Lab& lab,
                    const std::filesystem::path& script);
/// What the lab program needs to reach it.
void give_script(const Script& script, sandbox::Command& command,
                 std::vector<sandbox::Mount>& mounts, std::vector<sandbox::Inherited>& inherited);

}  // namespace grader::suite
