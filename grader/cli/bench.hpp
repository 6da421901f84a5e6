// `grade bench`: measures every page of docs/results that this machine can measure, as a CSV table,
// and makes the page and its charts from the table. Other pages keep their last table, with its
// date.
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
    std::vector<std::string> only;  // only these pages; if empty, all pages of the labs
    bool again = false;             // measure nothing; make the pages from the existing tables
    bool no_sandbox = false;
};

/// Reports progress for each page. Returns could_not_grade if a page could not be measured.
ExitStatus bench(const lab::Kit& kit, const BenchOptions& options, std::ostream& out);

}  // namespace grader::cli
