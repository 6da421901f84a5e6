// The commands for instructors and for authors of labs, which need the solutions: they are not
// available in a release for students.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/bench.hpp"
#include "cli/check_lab.hpp"
#include "cli/mutants.hpp"
#include "lab/kit.hpp"

namespace grader::cli {

/// The options, which must outlive parsing.
struct InstructorArguments {
    MutantsOptions mutants;
    CheckLabOptions checking;
    BenchOptions bench;
    std::string lab;
    std::vector<std::string> labs = {"all"};
    std::optional<std::uint64_t> seed;
    std::string out, course;
    bool write = false;
    bool check = false;
};

/// A command that runs sets `status`, its exit status.
void add_instructor_commands(CLI::App& app, const lab::Kit& kit, InstructorArguments& arguments,
                             int& status);

}  // namespace grader::cli
