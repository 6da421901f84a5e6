// What an instructor wants to know of a lab: how the class stands, which case fails most, which
// finding is most frequent, when attempts were made. Plain values, for a screen or a page.
#pragma once

#include <string>
#include <vector>

#include "class/gradebook.hpp"
#include "class/learning_system.hpp"

namespace grader::classes {

struct LabStatistics {
    std::string lab;
    std::vector<Tally> outcomes;      // "graded", "refused", …: students
    std::vector<double> points;       // that count, of those who handed in; ascending
    std::vector<Tally> failed_cases;  // of the marks that hold: students, the most first
    std::vector<Tally> findings;      // kinds of errors: students, the most first
    std::vector<Tally> attempts;      // by the day they were handed in

    double quantile(double share) const;  // of `points`; 0 where there are none
};

std::vector<LabStatistics> statistics_of(Gradebook& book, const Course& course,
                                         const Totals& totals);

}  // namespace grader::classes
