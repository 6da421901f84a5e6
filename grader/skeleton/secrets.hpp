// Recognises the code that students must write, wherever it appears. Every run of `window` tokens
// from a solution's regions is found, whatever its layout and comments. Code that skeletons also
// contain is no secret. Renamed variables are not recognised.
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
    std::string from;  // "04-shared-reduction/reduce.cu:20", its place in the solution
};

class Secrets {
  public:
    /// Uses all labs of the kit, whether released or not, since a later lab's solution is secret,
    /// too.
    Secrets(const lab::Kit& kit, std::size_t window);

    std::optional<Leak> leak_in(std::string_view text) const;

    /// The page without listings that contain a secret; a line replaces each of them.
    std::string without_listings(std::string_view page) const;

  private:
    void add(std::string_view solution, const std::string& name);

    std::size_t window_;
    std::unordered_map<std::string, std::string> secrets_;  // the tokens of a run: its place
};

}  // namespace grader::skeleton
