// The archive an instructor hands to students: the kit as it stands, without what gives solutions
// or hidden cases away. It builds and grades by itself.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "lab/kit.hpp"

namespace grader::skeleton {

struct Released {
    int files = 0;
    std::vector<std::string> left_out;  // what lay in labs/ and is no lab's
};

/// Writes the release of `kit` to `file`; the ending (.tar, .tar.gz, .tar.xz, .zip) names the
/// format. Of labs/ only what each lab declares is packed, with its pristine skeleton, whatever
/// lies there just now; what is no part of the kit (build folders, files beginning with a dot but
/// for the root's) stays out, and so does what pages say to instructors only. The same kit gives
/// the same bytes. Throws SkeletonError, and leaves no file behind, where it cannot.
Released release(const lab::Kit& kit, const std::filesystem::path& file);

}  // namespace grader::skeleton
