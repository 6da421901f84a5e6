// Pages of the book that contain text for instructors only.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "skeleton/derive.hpp"

namespace grader::skeleton {

/// Removes what is between the lines
///     <!-- for instructors -->
///     <!-- for everyone -->
/// and these lines, which Markdown readers do not show. Throws SkeletonError, "name:line: what is
/// wrong", if they do not alternate.
std::string for_students(std::string_view page, std::string_view name);

/// Turns links into plain text if `is_there` returns false for their targets, and removes such
/// pictures with their lines. `is_there` gets targets as written, without the part after a '#'.
/// Links to the web and within the page are kept.
std::string without_dead_links(const std::string& page,
                               const std::function<bool(const std::string&)>& is_there);

/// Removes from a Meson file what is between `# for instructors` and `# for everyone`.
std::string build_for_students(std::string_view build, std::string_view name);

}  // namespace grader::skeleton
