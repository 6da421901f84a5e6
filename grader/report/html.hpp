// A run as one self-contained HTML page for a student: a summary, then each lab with what is left
// to do, its first failure, its findings in the source, and drawings of its launches.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "report/report.hpp"
#include "report/sources.hpp"

namespace grader::report {

/// What the page shows in addition to the run; what is mapped, by lab.
struct PageContext {
    // Whose page it is, in a class. Such a page does not show the seed, which is the class's.
    std::string student = {}, course = {};
    std::string remark = {};                            // on what the mark counts for; empty: none
    std::map<std::string, std::vector<double>> scores;  // of earlier attempts, as fractions of 1
    std::map<std::string, std::string> changes;         // since the last one, in words
    std::map<std::string, std::vector<std::string>> pictures;  // PNG files, as bytes
};

class Html : public Format {
  public:
    explicit Html(Sources sources, PageContext context = {})
        : sources_(std::move(sources)), context_(std::move(context)) {}

    void print(const score::RunResult& run, std::ostream& out) const override;

  private:
    Sources sources_;
    PageContext context_;
};

}  // namespace grader::report
