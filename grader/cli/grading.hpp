// `grade NN …` and `grade demo`: from options to marks on the screen and in files. Grades the labs
// side by side, each in a process of its own; the order of the results is the lab table's.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "cli/exit_status.hpp"
#include "lab/kit.hpp"

namespace grader::cli {

struct GradingOptions {
    std::vector<std::string> labs;
    std::string from = "labs";  // a folder laid out like labs/, sought here and then in the kit
    std::string backend = "auto";
    std::string order;      // empty: forward and reverse
    std::string only_case;  // words of the names of the cases to run; empty: every case
    std::optional<std::uint64_t> seed;
    std::filesystem::path json, junit, html;  // empty: not written
    bool no_sandbox = false;
    bool colour = false;
};

ExitStatus grade(const lab::Kit& kit, const GradingOptions& options, std::ostream& out);

/// Grades every solution, or in a release every lab as it stands, and writes build/report.html.
ExitStatus demo(const lab::Kit& kit, GradingOptions options, std::ostream& out);

}  // namespace grader::cli
