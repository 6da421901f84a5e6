// course.toml: what a class's marks count for, and when they are due. Promises that nothing in the
// file is silently ignored; leaves what follows for a mark to policy.hpp.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lab/kit.hpp"

namespace grader::classes {

using Time = std::chrono::sys_seconds;

/// Of a class: a number that every reader of JSON reads exactly.
inline constexpr std::int64_t largest_seed = std::int64_t{1} << 53;

struct LateRule {
    double penalty = 0;  // percent of a mark for each day begun
    double most = 100;   // percent that lateness costs at most
    int days = 0;        // late days of each student, for all labs together
    std::optional<int> until =
        std::nullopt;  // days after the due time from which on nothing counts
};

struct CourseLab {
    double weight = 1;
    std::optional<Time> due;  // without: never late
};

struct Person {
    std::string id;                         // in the learning system
    std::string group;                      // members share their attempts
    std::map<std::string, int> extensions;  // by slug: days after the due time of all
};

enum class Counts { best, last };

struct Course {
    std::string title;
    std::string backend = "auto";       // of a new class
    std::optional<std::uint64_t> seed;  // of a new class; secret
    Counts counts = Counts::best;       // which of a student's attempts
    LateRule late;
    std::map<std::string, CourseLab> labs;  // by slug; those that count
    std::map<std::string, Person> people;   // by the student's name in the gradebook

    const Person& person(const std::string& student) const;
};

/// Throws ClassError, "file:line: what is wrong", also on a lab that the kit does not have.
Course read_course(const std::filesystem::path& file, const lab::Kit& kit);

/// The course where there is no file: every lab of the kit with the same weight, nothing is late.
Course plain_course(const lab::Kit& kit);

/// `file`, or where that is empty OUT/course.toml, or where that is not there the plain course.
Course course_of(const std::filesystem::path& file, const std::filesystem::path& out,
                 const lab::Kit& kit);

/// "2026-12-01T23:59:00+01:00", as TOML writes a time with its offset. Throws ClassError.
Time read_time(const std::string& text);

/// In UTC: "2026-12-01T22:59:00Z".
std::string write_time(Time time);

}  // namespace grader::classes
