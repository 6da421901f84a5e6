// The location of the kit and the list of its labs, from Meson's lab table. lab.hpp describes a
// lab.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/lab.hpp"

namespace grader::lab {

struct Kit {
    std::filesystem::path source;  // holds labs/, common/, grader/ and, unless released, solutions/
    std::filesystem::path build;   // Meson's build folder
    std::vector<std::string> slugs;

    std::filesystem::path labs() const { return source / "labs"; }
    std::filesystem::path solutions() const { return source / "solutions"; }
    /// What the course keeps for each lab: wrong, right, idle and hostile submissions.
    std::filesystem::path submissions() const { return source / "grader" / "submissions"; }
    /// The headers and sources from which this build was made, independent of `source`.
    std::filesystem::path common() const;
    /// The release for students has no solutions.
    bool has_solutions() const { return std::filesystem::is_directory(solutions()); }
    /// The folder with the originals of the lab's editable files: solutions, or the skeletons of a
    /// release.
    std::filesystem::path originals(std::string_view slug) const {
        return (has_solutions() ? solutions() : source / "grader" / "skeletons") / slug;
    }

    /// The lab with the number ("04", "4") or slug `name`. Throws LabError, which lists the known
    /// labs.
    Lab find(std::string_view name) const;
    bool knows(std::string_view name) const;
    /// The labs called `names`, each once, in the order of the table. "all" means every lab.
    std::vector<Lab> find_all(std::span<const std::string> names) const;
};

/// The kit from which this program was built. The environment variable KIT_SOURCE names another
/// copy of its files to use with the same build, as the test of a release does.
Kit this_kit();

}  // namespace grader::lab
