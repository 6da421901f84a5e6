// Pages of the book that say more to an instructor than to a student.
#pragma once

#include <functional>
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

/// A page whose links to files that `is_there` denies are plain words, and without pictures that it
/// denies, nor their lines. Targets are given to it as
/// they are written, without what follows a '#'; those in the web and in the page itself stay.
std::string without_dead_links(const std::string& page,
                               const std::function<bool(const std::string&)>& is_there);

/// Drops of a Meson file what stands between `# for instructors` and `# for everyone`.
std::string build_for_students(std::string_view build, std::string_view name);

}  // namespace grader::skeleton
