// OUT/report.html: an overview of a class on one self-contained page. Student names and text from
// submissions are escaped.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "class/course.hpp"
#include "class/enrolment.hpp"
#include "class/statistics.hpp"

namespace grader::classes {

/// The input of plots.py, as JSON.
std::string plotted(std::span<const LabStatistics> labs);

/// `plots`: SVG that the kit has made. Links to comparisons of submissions in `out`.
std::string page_of(const Course& course, const Totals& totals, const Enrolment& enrolment,
                    std::span<const LabStatistics> labs, const std::string& plots,
                    const std::filesystem::path& out);

}  // namespace grader::classes
