// OUT/report.html: a class at a glance, one self-contained page. Student names and words of
// submissions are escaped.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "class/course.hpp"
#include "class/statistics.hpp"

namespace grader::classes {

/// What plots.py draws, as JSON.
std::string plotted(std::span<const LabStatistics> labs);

/// `plots` is SVG of our own making. Comparisons of submissions that lie in `out` are linked.
std::string page_of(const Course& course, const Totals& totals, std::span<const LabStatistics> labs,
                    const std::string& plots, const std::filesystem::path& out);

}  // namespace grader::classes
