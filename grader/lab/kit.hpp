// Where the kit lies and which labs it has. Promises one answer to both, from Meson's lab table;
// leaves what a lab is to lab.hpp.
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
    /// The headers and sources this build was made from, whatever `source` is.
    std::filesystem::path common() const;
    /// A release for students carries no solutions.
    bool has_solutions() const { return std::filesystem::is_directory(solutions()); }
    /// What the skeletons of the lab's editable files are made of, or are: nobody edits them here.
    std::filesystem::path originals(std::string_view slug) const {
        return (has_solutions() ? solutions() : source / "grader" / "skeletons") / slug;
    }

    /// The lab called `name`: its number ("04", "4") or its slug. Throws LabError naming the known.
    Lab find(std::string_view name) const;
    /// The labs called `names`, in the table's order and each once; "all" names every one.
    std::vector<Lab> find_all(std::span<const std::string> names) const;
};

/// The kit this program was built from; KIT_SOURCE in the environment names another copy of its
/// files to work on with the same build, as the test of a release does.
Kit this_kit();

}  // namespace grader::lab
