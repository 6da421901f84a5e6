// course.toml: how a class's marks count, and when labs are due. Nothing in the file is silently
// ignored. policy.hpp computes the resulting marks.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "class/roster.hpp"
#include "lab/kit.hpp"
#include "score/hidden.hpp"

namespace grader::classes {

using Time = std::chrono::sys_seconds;

/// The largest seed of a class that every JSON reader reads exactly.
inline constexpr std::int64_t largest_seed = std::int64_t{1} << 53;

struct LateRule {
    double penalty = 0;  // percent of a mark for each day begun
    double most = 100;   // the most that lateness costs, in percent
    int days = 0;        // late days of each student, for all labs together
    std::optional<int> until =
        std::nullopt;  // days after the due time from which on nothing counts
};

struct CourseLab {
    double weight = 1;
    std::optional<Time> due;  // if absent: never late
};

struct Person {
    std::string id;                         // in the learning system
    std::string group;                      // members share their attempts
    std::map<std::string, int> extensions;  // by slug: days after the common due time
};

enum class Counts { best, last };

struct Course {
    std::string title;
    std::string backend = "auto";                   // for a new class
    std::optional<std::uint64_t> seed;              // for a new class; secret
    Counts counts = Counts::best;                   // which attempt of a student counts
    score::OfHidden hidden = score::OfHidden::all;  // what students see of hidden cases
    LateRule late;
    std::map<std::string, CourseLab> labs;  // by slug; the labs that count
    std::map<std::string, Person> people;   // by the student's name in the gradebook
    std::vector<Listed> roster;             // empty if there is none

    const Person& person(const std::string& student) const;
};

/// Throws ClassError, "file:line: what is wrong", also for a lab that the kit does not have.
Course read_course(const std::filesystem::path& file, const lab::Kit& kit);

/// Used if there is no file: every lab of the kit has the same weight, and nothing is late.
Course plain_course(const lab::Kit& kit);

/// Reads `file`; if that is empty, OUT/course.toml; if that does not exist, returns the plain
/// course.
Course course_of(const std::filesystem::path& file, const std::filesystem::path& out,
                 const lab::Kit& kit);

/// Parses a TOML time with offset: "2026-12-01T23:59:00+01:00". Throws ClassError.
Time read_time(const std::string& text);

/// In UTC: "2026-12-01T22:59:00Z".
std::string write_time(Time time);

}  // namespace grader::classes
