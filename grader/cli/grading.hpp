// `grade NN …` and `grade demo`: from options to marks on the screen and in files. The labs are
// graded in parallel; the results are in the order of the lab table.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "cli/exit_status.hpp"
#include "lab/kit.hpp"
#include "score/hidden.hpp"
#include "suite/request.hpp"

namespace grader::cli {

struct GradingOptions {
    std::vector<std::string> labs;
    std::string from = "labs";  // folder laid out like labs/, in the current folder or the kit
    std::string backend = "auto";
    suite::Request request;                                // shared by all labs
    bool draw_seed = true;                                 // otherwise the request's seed is used
    std::map<std::string, std::filesystem::path> reports;  // by format: see report_formats
    std::map<std::string, std::string>
        not_taken;  // by slug: why nothing of it stands in the folder
    score::OfHidden hidden = score::OfHidden::all;  // what every report shows of hidden cases
    bool no_sandbox = false;
    bool colour = false;
    std::size_t width = 78;  // of the screen
    bool brief = false;      // only points, changes and the first failure
};

/// A format for the file of marks: the option's name, and what the format is for.
struct ReportFormat {
    const char* name;
    const char* words;
    bool for_platform = false;  // which shows it to students
};
inline constexpr ReportFormat report_formats[] = {
    {"json", "write the marks as JSON"},
    {"junit", "write the marks as JUnit XML"},
    {"html", "write the marks as an HTML page"},
    {"gradescope", "write the marks as results.json of Gradescope", true},
    {"prairielearn", "write the marks as results.json of PrairieLearn", true},
    {"sarif", "write the findings as SARIF, for editors and code hosts"},
    {"classroom50", "write the marks as result.json of Classroom 50", true},
};

ExitStatus grade(const lab::Kit& kit, const GradingOptions& options, std::ostream& out);

/// Grades every solution (in a release: every lab as it is), and writes build/report.html.
ExitStatus demo(const lab::Kit& kit, GradingOptions options, std::ostream& out);

}  // namespace grader::cli
