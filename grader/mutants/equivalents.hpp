// A lab's list of mutants that no suite can tell from the solution, each with the reason why:
// grader/submissions/NN-slug/equivalent.toml. Promises that every entry names a mutant there is, so
// that the list ages with the solution; that the reasons are true is for its readers.
//
//     [[equivalent]]
//     operator = "change-constant"
//     file = "matvec.cu"
//     line = "int threads = 256;"
//     becomes = "int threads = 257;"
//     occurrence = 2    # of lines alike, the second only; without it, all of them
//     why = "…"
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "mutants/mutants.hpp"

namespace grader::mutants {

struct Equivalent {
    std::string operator_name, file, line, becomes;
    std::optional<int> occurrence;
    std::string why;
    int at = 0;  // line of the list
};

class Equivalents {
  public:
    /// Reads the list; a file that is not there is an empty one. Throws MutantsError, with file and
    /// line, on anything but the above, and where an entry names none of `mutants`.
    Equivalents(const std::filesystem::path& list, const std::vector<Mutant>& mutants);

    /// The reason; nullptr where the mutant is not listed.
    const std::string* reason(const Mutant& mutant) const;
    const std::filesystem::path& list() const { return list_; }

  private:
    std::filesystem::path list_;
    std::vector<Equivalent> entries_;
};

}  // namespace grader::mutants
