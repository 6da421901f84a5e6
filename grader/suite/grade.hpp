// Grades a built submission of one lab, or of one rung of it: runs the lab's suite against its
// program and adds up the points. There is a result whatever the submission does; SessionError is
// thrown only if the grader itself fails. Building the program and printing the result are done
// elsewhere.
#pragma once

#include <functional>
#include <optional>

#include "score/result.hpp"
#include "suite/request.hpp"

namespace grader::suite {

/// Called once all that needs only the simulator is judged, if the request is `on_device`. May wait
/// for the compiler. Nothing if that refuses the submission.
using DeviceProgramsWhenBuilt = std::function<std::optional<DevicePrograms>()>;

/// First on the simulator, then on the device if there are programs for it. What `when_built`
/// throws, it throws.
score::LabResult grade(const Request& request, const DeviceProgramsWhenBuilt& when_built = {});

}  // namespace grader::suite
