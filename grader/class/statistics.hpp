// Statistics of a lab for the instructor: how the class stands, which case fails most, which
// finding is most frequent, when attempts were made. Plain data, for a screen or a page.
#pragma once

#include <string>
#include <vector>

#include "class/gradebook.hpp"
#include "class/learning_system.hpp"

namespace grader::classes {

struct LabStatistics {
    std::string lab;
    std::vector<Tally> outcomes;      // "graded", "refused", …: number of students
    std::vector<double> points;       // points that count, of those who handed in; ascending
    std::vector<Tally> failed_cases;  // of the marks in force: students, most frequent first
    std::vector<Tally> findings;      // kinds of errors: number of students, most frequent first
    std::vector<Tally> attempts;      // by the day of handing in

    double quantile(double share) const;  // of `points`, which is not empty
};

std::vector<LabStatistics> statistics_of(Gradebook& book, const Course& course,
                                         const Totals& totals);

}  // namespace grader::classes
