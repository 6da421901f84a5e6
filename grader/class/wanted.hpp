// The files that the kit's labs take, with their skeletons: what to look for in an upload.
#pragma once

#include <vector>

#include "class/discover.hpp"
#include "lab/kit.hpp"

namespace grader::classes {

std::vector<LabFiles> wanted_files(const lab::Kit& kit);

}  // namespace grader::classes
