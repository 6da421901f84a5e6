// SHA-256, by which submissions and versions of the kit are told apart.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "class/files.hpp"
#include "lab/kit.hpp"

namespace grader::classes {

/// In hexadecimal digits.
std::string digest(std::string_view bytes);

/// Of names and contents, in this order.
std::string digest(const std::vector<File>& files);

/// Of all that decides a mark beside the submission: the kit's sources, tests and pages left out.
std::string kit_version(const lab::Kit& kit);

}  // namespace grader::classes
