// `grade NN …` and `grade demo`: from options to marks on the screen and in files. Grades the labs
// side by side; the order of the results is the lab table's.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "cli/exit_status.hpp"
#include "lab/kit.hpp"
#include "suite/request.hpp"

namespace grader::cli {

struct GradingOptions {
    std::vector<std::string> labs;
    std::string from = "labs";  // a folder laid out like labs/, sought here and then in the kit
    std::string backend = "auto";
    suite::Request request;                                // what all labs have in common
    bool draw_seed = true;                                 // else the request's
    std::map<std::string, std::filesystem::path> reports;  // by format: see report_formats
    bool no_sandbox = false;
    bool colour = false;
    std::size_t width = 78;  // of the screen
    bool brief = false;      // points, what changed, what failed first
};

/// The formats that a file of marks can have: the option's name, and what it is for.
struct ReportFormat {
    const char* name;
    const char* words;
};
inline constexpr ReportFormat report_formats[] = {
    {"json", "write the marks as JSON"},
    {"junit", "write the marks as JUnit's XML"},
    {"html", "write the marks as a page"},
    {"gradescope", "write the marks as Gradescope's results.json"},
    {"prairielearn", "write the marks as PrairieLearn's results.json"},
    {"sarif", "write the findings as SARIF, for editors and code hosts"},
    {"classroom50", "write the marks as Classroom 50's result.json"},
};

ExitStatus grade(const lab::Kit& kit, const GradingOptions& options, std::ostream& out);

/// Grades every solution, or in a release every lab as it stands, and writes build/report.html.
ExitStatus demo(const lab::Kit& kit, GradingOptions options, std::ostream& out);

}  // namespace grader::cli
