// From a student's attempts to the marks that count: the best or the last attempt, what lateness
// costs, and where late days are worth most. Plain functions of values; nothing is read or written.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "class/course.hpp"

namespace grader::classes {

/// One attempt at a lab that is graded.
struct Try {
    double points = 0;  // of 100, before lateness
    Time handed_in{};   // the first time
};

/// A student's attempts at a lab, in the order they were handed in the last time.
struct LabWork {
    std::vector<Try> tries;
    std::optional<double> decided;  // points by hand, whatever the attempts
};

struct LabMark {
    double points = 0;       // that count, of 100
    double before = 0;       // of the attempt that counts, before lateness
    int days_late = 0;       // begun, after the student's own due time; late days not taken off
    int late_days = 0;       // given to this lab
    bool handed_in = false;  // an attempt counts, or would but for `until`
    bool decided = false;    // by hand
};

struct Total {
    std::map<std::string, LabMark> labs;  // by slug, those of the course
    double points = 0;                    // the weighted mean of the labs' points
};

/// Days begun between the due time and `handed_in`.
int days_late(Time handed_in, Time due);

/// `work` by slug. Late days are given out so that the total is as large as it can be (a knapsack,
/// solved exactly); of equal ways the one that takes fewest.
Total total_of(const Course& course, const Person& person,
               const std::map<std::string, LabWork>& work);

}  // namespace grader::classes
