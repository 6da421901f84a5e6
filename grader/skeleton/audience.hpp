// Pages of the book that say more to an instructor than to a student.
#pragma once

#include <string>
#include <string_view>

#include "skeleton/derive.hpp"

namespace grader::skeleton {

/// Drops what stands between the lines
///     <!-- for instructors -->
///     <!-- for everyone -->
/// and those lines. A Markdown reader shows neither. Throws SkeletonError, as "name:line: what is
/// wrong", where they do not alternate.
std::string for_students(std::string_view page, std::string_view name);

/// The same of a Meson file, between `# for instructors` and `# for everyone`.
std::string build_for_students(std::string_view build, std::string_view name);

}  // namespace grader::skeleton
