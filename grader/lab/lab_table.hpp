// The lab table of the root meson.build, and where this build lies. The values are in a generated
// file of its own, so that a new lab does not compile the grader again.
#pragma once

#include <span>
#include <string_view>

namespace grader::lab::table {

extern const std::string_view source;
extern const std::string_view build;
extern const std::span<const std::string_view> slugs;

}  // namespace grader::lab::table
