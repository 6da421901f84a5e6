// The skeletons of the kit's labs: whether labs/NN/x is what solutions/NN/x derives to. derive.hpp
// does the derivation.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "lab/kit.hpp"
#include "skeleton/derive.hpp"

namespace grader::skeleton {

struct Skeleton {
    std::filesystem::path path;  // in labs/, where the student edits it
    std::string text;            // as derived
};

/// The lab's editable files as students first get them: derived from the solution, or in a release
/// without solutions, as `release` packed them. Throws SkeletonError.
std::vector<Skeleton> pristine(const lab::Kit& kit, const lab::Lab& lab);

/// Paths of the skeletons in labs/ that differ from `pristine` or are missing, relative to the kit.
std::vector<std::string> drifted(const lab::Kit& kit, const lab::Lab& lab);

/// Writes the skeletons that differ, and returns their paths like `drifted`.
std::vector<std::string> write(const lab::Kit& kit, const lab::Lab& lab);

/// The folder in a release that contains what `pristine` returns.
std::filesystem::path packed_folder(const lab::Kit& kit, const lab::Lab& lab);

/// The answers to the questions of the lab's chapter, if there are any.
std::optional<std::string> answers_of(const lab::Kit& kit, const lab::Lab& lab);

/// The file in a release that contains them, in base64: hidden from somebody who opens the folder,
/// not from somebody who decodes the file.
std::filesystem::path packed_answers(const lab::Kit& kit, const lab::Lab& lab);

}  // namespace grader::skeleton
