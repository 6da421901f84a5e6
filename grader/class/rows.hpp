// The students whom the rows of a learning system's table mean. Who cannot be found is reported,
// never guessed.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "class/course.hpp"

namespace grader::classes {

/// The one of `students` whom a row means: by the id in course.toml, by an id at the end of the
/// name, as in downloads ("Ada Lovelace_123", "lovelaceada_123"), or by the same name, also as
/// "Lovelace, Ada", unless both have numbers that differ. Empty if there is none, or more than one.
std::string student_meant(std::string_view id, std::string_view name, const Course& course,
                          std::span<const std::string> students);

/// Finds the students of a table's rows. If several rows mean the same student, the one with the
/// number counts; without a number, none does.
class Rows {
  public:
    Rows(const Course& course, std::vector<std::string> students)
        : course_(course), students_(std::move(students)) {}

    void add(std::size_t row, std::string_view id, const std::string& name);

    struct Found {
        std::map<std::size_t, std::string> students;  // by row
        std::vector<std::string> not_there;           // students whom no row means
        std::vector<std::string> unknown;             // names of rows that mean no student
    };
    /// To be called after all rows have been added.
    Found find() const;

  private:
    using Claims = std::map<bool, std::vector<std::size_t>>;  // rows; true: identified by a number

    const Course& course_;
    const std::vector<std::string> students_;
    std::map<std::size_t, std::string> names_;
    std::map<std::string, Claims> claims_;
};

}  // namespace grader::classes
