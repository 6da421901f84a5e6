// The files that the kit's labs take, with their skeletons: what an upload is searched for.
#pragma once

#include <vector>

#include "class/discover.hpp"
#include "lab/kit.hpp"

namespace grader::classes {

std::vector<LabFiles> wanted_files(const lab::Kit& kit);

}  // namespace grader::classes
