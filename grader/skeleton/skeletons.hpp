// The skeletons of the kit's labs. Promises that labs/NN/x is what solutions/NN/x derives to, or
// says where it is not; leaves the derivation to derive.hpp.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "lab/kit.hpp"
#include "skeleton/derive.hpp"

namespace grader::skeleton {

struct Skeleton {
    std::filesystem::path path;  // in labs/, where the student edits it
    std::string text;            // as derived
};

/// The lab's editable files as a student first gets them: derived from the solution, or, in a
/// release without solutions, as `release` packed them. Throws SkeletonError.
std::vector<Skeleton> pristine(const lab::Kit& kit, const lab::Lab& lab);

/// Paths, relative to the kit, of the skeletons in labs/ that differ from `pristine` or are absent.
std::vector<std::string> drifted(const lab::Kit& kit, const lab::Lab& lab);

/// Writes the skeletons that have drifted and returns their paths, as `drifted` does.
std::vector<std::string> write(const lab::Kit& kit, const lab::Lab& lab);

/// Where a release keeps what `pristine` returns.
std::filesystem::path packed_folder(const lab::Kit& kit, const lab::Lab& lab);

}  // namespace grader::skeleton
