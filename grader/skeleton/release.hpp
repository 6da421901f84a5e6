// The archive an instructor hands to students: what is allowed in, room by room and lab by lab, and
// nothing else, with a last look for solutions. It builds and grades by itself.
#pragma once

#include <cstdint>
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
/// lies there just now; what pages and build files say to instructors only stays out, and so do
/// listings of pages that hold a solution. The same kit gives the same bytes. Throws SkeletonError,
/// and leaves no file behind, where it cannot, and where another file holds a solution.
Released release(const lab::Kit& kit, const std::vector<lab::Lab>& labs,
                 const std::filesystem::path& file);

/// A zip that Gradescope takes as an autograder: the same kit with an instructor's hidden cases,
/// setup.sh and run_autograder. Every submission gets the inputs of `seed`.
void bundle_for_gradescope(const lab::Kit& kit, const std::vector<lab::Lab>& labs,
                           std::uint64_t seed, const std::filesystem::path& file);

}  // namespace grader::skeleton
