// SHA-256, to identify submissions and versions of the kit.
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

/// Of everything that determines a mark besides the submission: the kit's sources without tests and
/// pages.
std::string kit_version(const lab::Kit& kit);

}  // namespace grader::classes
