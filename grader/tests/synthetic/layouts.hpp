// The ways in which students arrange what they hand in: folders, archives, and names that browsers,
// file managers and learning systems have changed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/synthetic/parts.hpp"

namespace synthetic {

inline constexpr int layouts = 9;

/// Writes student `number`'s submissions, one for each lab, to the folder of downloads. Returns the
/// student's name in the gradebook.
std::string lay_out(int number, int layout, const std::vector<const Part*>& parts,
                    const std::filesystem::path& downloads);

/// An archive that is cut off. Returns the student's name.
std::string lay_out_broken(const std::filesystem::path& downloads);

/// Files that belong to no lab. Returns the student's name.
std::string lay_out_nothing(const std::filesystem::path& downloads);

}  // namespace synthetic
