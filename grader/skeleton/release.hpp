// The archive an instructor hands to students: the kit as it stands, without what gives solutions
// or hidden cases away. It builds and grades by itself.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "lab/kit.hpp"

namespace grader::skeleton {

/// Writes the release of `kit` to `file`; the ending (.tar, .tar.gz, .tar.xz, .zip) names the
/// format. Every lab is packed with its pristine skeleton, whatever labs/ holds just now; what is
/// no part of the kit (build folders, files beginning with a dot but for the root's, kept files of
/// `reset`) stays out. The same kit gives the same bytes. Throws SkeletonError, and leaves no file
/// behind, where it cannot. Returns the number of files packed.
int release(const lab::Kit& kit, const std::filesystem::path& file);

}  // namespace grader::skeleton
