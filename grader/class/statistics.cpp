#include "class/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace grader::classes {

double LabStatistics::quantile(double share) const {
    const double at = share * static_cast<double>(points.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const auto above = std::min(below + 1, points.size() - 1);
    return std::lerp(points[below], points[above], at - std::floor(at));
}

std::vector<LabStatistics> statistics_of(Gradebook& book, const Course& course,
                                         const Totals& totals) {
    std::vector<LabStatistics> all;
    for (const auto& [slug, lab] : course.labs) {
        LabStatistics one;
        one.lab = slug;
        one.outcomes = book.tally(Tallied::outcomes, slug);
        one.failed_cases = book.tally(Tallied::failed_cases, slug);
        one.findings = book.tally(Tallied::findings, slug);
        one.attempts = book.tally(Tallied::attempts, slug);
        for (const auto& [student, total] : totals) {
            const auto& mark = total.labs.at(slug);
            if (mark.handed_in || mark.decided) one.points.push_back(mark.points);
        }
        std::ranges::sort(one.points);
        all.push_back(std::move(one));
    }
    return all;
}

}  // namespace grader::classes
