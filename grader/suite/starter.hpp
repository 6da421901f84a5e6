// How a lab program is started for a session: in which sandbox, with which limits and environment.
#pragma once

#include "suite/grade.hpp"
#include "suite/session.hpp"

namespace grader::suite {

/// On the simulator, as the request's profile.
Starter simulator_starter(const Request& request);
/// On a real device.
Starter device_starter(const Request& request, const std::filesystem::path& program);

}  // namespace grader::suite
