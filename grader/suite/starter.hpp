// How a lab program is started for a session: in which sandbox, with which limits and environment.
#pragma once

#include "suite/grade.hpp"
#include "suite/session.hpp"

namespace grader::suite {

/// On the simulator, as the request's profile.
/// `closeups`: launches are taken from close up (score::WorstLine), which takes longer.
Starter simulator_starter(const Request& request, bool closeups = false);
/// On a real device.
Starter device_starter(const Request& request, const std::filesystem::path& program);

}  // namespace grader::suite
