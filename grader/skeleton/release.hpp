// The archive that an instructor gives to students. It contains only what is listed, for each
// directory and each lab, and is searched for solutions at the end. It builds and grades by itself.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "lab/kit.hpp"
#include "score/hidden.hpp"

namespace grader::skeleton {

struct Released {
    int files = 0;
    std::vector<std::string> left_out;  // files in labs/ that belong to no lab
};

/// Writes the release of `kit` to `file`, in the format given by the extension (.tar, .tar.gz,
/// .tar.xz, .zip). Of labs/, only what each lab declares is packed, with its original skeleton,
/// whatever the files contain now. Left out are text for instructors in pages and build files, and
/// listings in pages that contain a solution. The same kit gives the same bytes. Throws
/// SkeletonError and leaves no file if it fails, also if another file contains a solution.
Released release(const lab::Kit& kit, const std::vector<lab::Lab>& labs,
                 const std::filesystem::path& file);

/// How a bundle grades.
struct BundleSettings {
    std::uint64_t seed = 0;  // of the inputs of every submission
    score::OfHidden hidden = score::OfHidden::all;
};

/// A zip file for Gradescope's autograder: the same kit with an instructor's hidden cases, setup.sh
/// and run_autograder.
void bundle_for_gradescope(const lab::Kit& kit, const std::vector<lab::Lab>& labs,
                           const BundleSettings& settings, const std::filesystem::path& file);

}  // namespace grader::skeleton
