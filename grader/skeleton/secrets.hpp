// What students are to write, known again wherever it stands. Promises that of a solution's regions
// no run of `window` tokens passes unseen, however it is laid out and commented; text that
// skeletons show anyway is no secret. Renamed variables are not seen through.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "lab/kit.hpp"

namespace grader::skeleton {

struct Leak {
    int line = 0;
    std::string from;  // "04-shared-reduction/reduce.cu:20", where the solution has it
};

class Secrets {
  public:
    /// Of all labs of the kit, whichever are released: a later lab's solution is one, too.
    Secrets(const lab::Kit& kit, std::size_t window);

    std::optional<Leak> leak_in(std::string_view text) const;

    /// A page without the listings that hold a secret: a line in their place says so.
    std::string without_listings(std::string_view page) const;

  private:
    void add(std::string_view solution, const std::string& name);

    std::size_t window_;
    std::unordered_map<std::string, std::string> secrets_;  // a run's tokens: where it stands
};

}  // namespace grader::skeleton
