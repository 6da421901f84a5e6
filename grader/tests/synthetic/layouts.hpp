// How students lay out what they hand in: folders, archives, names that browsers, file managers
// and learning systems have changed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/synthetic/parts.hpp"

namespace synthetic {

inline constexpr int layouts = 9;

/// Writes student `number`'s submissions, one of each lab, into the folder of downloads. Returns
/// the student's name, as the gradebook has it.
std::string lay_out(int number, int layout, const std::vector<const Part*>& parts,
                    const std::filesystem::path& downloads);

/// An archive that was cut off on its way. Returns the student's name.
std::string lay_out_broken(const std::filesystem::path& downloads);

/// Something, and no lab. Returns the student's name.
std::string lay_out_nothing(const std::filesystem::path& downloads);

}  // namespace synthetic
