// A lab's list of mutants that no suite can distinguish from the solution, with the reasons:
// grader/submissions/NN-slug/equivalent.toml. Every entry must name an existing mutant, so that the
// list cannot become outdated. Whether the reasons are true is for its readers to judge.
//
//     [[equivalent]]
//     operator = "change-constant"
//     file = "matvec.cu"
//     line = "int threads = 256;"
//     becomes = "int threads = 257;"
//     occurrence = 2    # only the second of equal lines; without it, all of them
//     why = "…"
//
// With `any = true`, without operator and becomes, an entry stands for all mutants of its line that
// the suite does not catch: where the line chooses among ways that are all right.
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
    bool any = false;
    std::string why;
    int at = 0;  // its line in the list
};

class Equivalents {
  public:
    /// Reads the list; a missing file counts as an empty one. Throws MutantsError, with file and
    /// line, for invalid entries and for those that match none of `mutants`.
    Equivalents(const std::filesystem::path& list, const std::vector<Mutant>& mutants);

    /// Its entry, or that of its line; nullptr if there is none.
    const Equivalent* entry_of(const Mutant& mutant) const;
    const std::filesystem::path& list() const { return list_; }

  private:
    std::filesystem::path list_;
    std::vector<Equivalent> entries_;
};

}  // namespace grader::mutants
