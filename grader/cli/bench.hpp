// `grade bench`: every page of docs/results that this machine can measure, each as one table in CSV
// and the page and charts that follow from it. A page that it cannot measure keeps its last table,
// and says of when it is.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "cli/exit_status.hpp"
#include "lab/kit.hpp"

namespace grader::cli {

struct BenchOptions {
    std::filesystem::path out;
    std::vector<std::string> labs = {"all"};
    std::string from = "solutions";
    std::string backend = "auto";   // "sim" or "cuda": only pages of that backend
    std::vector<std::string> only;  // these pages; empty: all of the labs
    bool again = false;             // measure nothing, write the pages of the tables that there are
    bool no_sandbox = false;
};

/// Tells each page as it goes. could_not_grade where one could not be measured.
ExitStatus bench(const lab::Kit& kit, const BenchOptions& options, std::ostream& out);

}  // namespace grader::cli
