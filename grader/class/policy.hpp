// Computes the marks that count from a student's attempts: the best or the last attempt, the cost
// of lateness, and the best use of late days. Pure functions.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "class/course.hpp"

namespace grader::classes {

/// A graded attempt at a lab.
struct Try {
    double points = 0;  // of 100, before lateness
    Time handed_in{};   // the first time
    Time last_seen{};   // the last time that it was handed in after something else
    std::string by{};   // the student, where a group shares attempts
};

/// A student's attempts at a lab, or a group's, in the order in which they were last handed in.
struct LabWork {
    std::vector<Try> tries;
    std::optional<double> decided;  // points decided by hand, whatever the attempts are
};

struct LabMark {
    double points = 0;       // the points that count, of 100
    double before = 0;       // points of the attempt that counts, before lateness
    int days_late = 0;       // begun, after the student's own due time; late days not subtracted
    int late_days = 0;       // late days given to this lab
    bool handed_in = false;  // an attempt counts, or would without `until`
    bool decided = false;    // by hand
};

struct Total {
    std::map<std::string, LabMark> labs;  // by slug; the labs of the course
    double points = 0;                    // weighted mean of the labs' points
};

/// Days begun between the due time and `handed_in`.
int days_late(Time handed_in, Time due);

/// `work`: by slug. Late days are distributed so that the total is maximal (a knapsack problem,
/// solved exactly); among equal solutions, the one with the fewest days.
Total total_of(const Course& course, const Person& person,
               const std::map<std::string, LabWork>& work);

}  // namespace grader::classes
