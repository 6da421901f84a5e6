// An invented class: a seed determines who hands in what, and everything is written as a folder of
// downloads. Marks are compared with what is known about each submission.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lab/kit.hpp"
#include "tests/synthetic/parts.hpp"

namespace synthetic {

struct Drawn {
    int students = 20;
    std::uint64_t seed = 7;
    std::vector<std::string> labs{"all"};
    std::vector<Kind> kinds{std::begin(synthetic::kinds), std::end(synthetic::kinds)};
    bool everything = false;  // as many students as needed to hand in everything once
};

/// Marks that are, or are not, as expected.
struct Tally {
    int marks = 0;
    std::vector<std::string> faults;
};

class Class {
  public:
    /// Writes the downloads to `folder`, which is new.
    Class(const grader::lab::Kit& kit, const Drawn& drawn, const std::filesystem::path& folder);

    int students() const { return static_cast<int>(handed_in_.size()); }
    std::size_t submissions() const { return submissions_; }

    /// Compares the marks in the file that `grade class` writes, by kind. A mark that is missing,
    /// for another student or for nothing is also a fault.
    std::map<Kind, Tally> hold(const std::filesystem::path& marks) const;

  private:
    std::string fault_of(const std::string& student, const std::string& lab,
                         const std::string& outcome) const;

    std::vector<std::vector<Part>> labs_;                                  // all parts
    std::map<std::string, std::map<std::string, const Part*>> handed_in_;  // by student and lab
    std::string broken_, nothing_;
    std::size_t submissions_ = 0;
};

}  // namespace synthetic
