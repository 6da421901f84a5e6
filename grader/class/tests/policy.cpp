// What late work is worth, and how late days are distributed.
#include "class/policy.hpp"

#include <doctest/doctest.h>

namespace policy_tests {

using namespace grader::classes;
using std::chrono::days;
using std::chrono::hours;
using std::chrono::seconds;

namespace {

const Time due = read_time("2026-12-01T23:59:00+01:00");

Course course_of(LateRule late, Counts counts = Counts::best) {
    Course course;
    course.late = late;
    course.counts = counts;
    course.labs = {{"01-a", {.weight = 1, .due = due}},
                   {"02-b", {.weight = 3, .due = due}},
                   {"03-c", {.weight = 1, .due = std::nullopt}}};
    return course;
}

LabWork one(double points, Time when) {
    return {{{points, when, when, "ada"}}, std::nullopt};
}

}  // namespace

TEST_CASE("a day late is begun one second after the due time") {
    CHECK(days_late(due, due) == 0);
    CHECK(days_late(due + seconds(1), due) == 1);
    CHECK(days_late(due + days(1), due) == 1);
    CHECK(days_late(due + days(1) + seconds(1), due) == 2);
    CHECK(days_late(due - days(40), due) == 0);
}

TEST_CASE("each day begun costs its share, up to the most") {
    const auto course = course_of({.penalty = 10, .most = 25});
    const auto points = [&](int late) {
        return total_of(course, {}, {{"01-a", one(80, due + days(late))}}).labs.at("01-a").points;
    };
    CHECK(points(0) == doctest::Approx(80));
    CHECK(points(1) == doctest::Approx(72));
    CHECK(points(2) == doctest::Approx(64));
    CHECK(points(3) == doctest::Approx(60));
    CHECK(points(300) == doctest::Approx(60));
}

TEST_CASE("nothing counts after the last day, and a lab without a due time is never late") {
    const auto course = course_of({.penalty = 1, .until = 2});
    const auto total = total_of(
        course, {}, {{"01-a", one(80, due + days(3))}, {"03-c", one(50, due + days(900))}});
    CHECK(total.labs.at("01-a").points == 0);
    CHECK(total.labs.at("01-a").handed_in);
    CHECK(total.labs.at("02-b").points == 0);
    CHECK_FALSE(total.labs.at("02-b").handed_in);
    CHECK(total.labs.at("03-c").points == 50);
    CHECK(total.points == doctest::Approx(10));
}

TEST_CASE("late days are used where they gain most, and no more than needed") {
    // One day is worth 10 points of weight 1 in the first lab, 6 of weight 3 in the second.
    const std::map<std::string, LabWork> work = {{"01-a", one(100, due + days(2))},
                                                 {"02-b", one(60, due + days(1))}};
    auto total = total_of(course_of({.penalty = 10, .days = 1}), {}, work);
    CHECK(total.labs.at("01-a").late_days == 0);
    CHECK(total.labs.at("02-b").late_days == 1);
    CHECK(total.points == doctest::Approx((80 + 3 * 60) / 5.0));
    total = total_of(course_of({.penalty = 10, .days = 9}), {}, work);
    CHECK(total.labs.at("01-a").late_days == 2);
    CHECK(total.labs.at("02-b").late_days == 1);
    CHECK(total.points == doctest::Approx((100 + 3 * 60) / 5.0));
}

TEST_CASE("late days bring work back before the last day") {
    const auto total = total_of(course_of({.penalty = 0, .days = 2, .until = 1}), {},
                                {{"01-a", one(90, due + days(3))}});
    CHECK(total.labs.at("01-a").points == 90);
    CHECK(total.labs.at("01-a").late_days == 2);
}

TEST_CASE("an extension moves the due time of one student's lab") {
    Person person;
    person.extensions["01-a"] = 2;
    const auto course = course_of({.penalty = 50});
    CHECK(total_of(course, person, {{"01-a", one(80, due + days(2))}}).labs.at("01-a").points ==
          80);
    CHECK(total_of(course, person, {{"01-a", one(80, due + days(3))}}).labs.at("01-a").points ==
          40);
}

TEST_CASE("the best attempt is the best after lateness; the last is the last") {
    const LabWork work{{{70, due}, {75, due + days(1)}, {60, due + days(1)}}, std::nullopt};
    const LateRule late{.penalty = 10};
    CHECK(total_of(course_of(late), {}, {{"01-a", work}}).labs.at("01-a").points == 70);
    CHECK(total_of(course_of(late, Counts::last), {}, {{"01-a", work}}).labs.at("01-a").points ==
          doctest::Approx(54));
}

TEST_CASE("a manual mark counts in full, late or not") {
    LabWork work = one(20, due + days(5));
    work.decided = 88;
    const auto mark = total_of(course_of({.penalty = 50}), {}, {{"01-a", work}}).labs.at("01-a");
    CHECK(mark.points == 88);
    CHECK(mark.decided);
}

TEST_CASE("the last attempt counts, but not one that came too late for anything") {
    const auto course = course_of({.penalty = 10, .most = 50, .until = 2}, Counts::last);
    const auto points = [&](std::vector<Try> tries) {
        return total_of(course, {}, {{"01-a", {std::move(tries), std::nullopt}}})
            .labs.at("01-a")
            .points;
    };
    const Try good{90, due, due, "ada"}, worse{40, due + days(1), due + days(1), "ada"};
    const Try too_late{95, due + days(9), due + days(9), "ada"};
    CHECK(points({good, worse}) == doctest::Approx(36));
    CHECK(points({good, too_late}) == doctest::Approx(90));
    CHECK(points({too_late}) == 0);
    const Try corrected{30, due, due, "ada"};  // found in the same download, for another answer
    CHECK(points({good, corrected}) == doctest::Approx(30));
}

TEST_CASE("of what a group hands in side by side, the best is the last") {
    const auto course = course_of({}, Counts::last);
    const auto points = [&](std::vector<Try> tries) {
        return total_of(course, {}, {{"01-a", {std::move(tries), std::nullopt}}})
            .labs.at("01-a")
            .points;
    };
    const Try whole{100, due, due, "ada"}, part{35, due, due, "bob"};
    CHECK(points({whole, part}) == 100);
    CHECK(points({part, whole}) == 100);
    const Try later{35, due, due + hours(1), "bob"};
    CHECK(points({whole, later}) == 35);
}

}  // namespace policy_tests
