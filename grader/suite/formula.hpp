// Arithmetic that a student writes as an answer: `67_712`, `75,000`, `n * m / 8 + n`. Gives a value
// for given sizes, or one line that says what cannot be read. Whether the answer is right is
// decided elsewhere.
#pragma once

#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace grader::suite {

/// What is wrong with a formula, in one line without file and line number.
struct FormulaError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The names and values of a lab's sizes.
using Sizes = std::map<std::string, double, std::less<>>;

/// Numbers with , _ ' or a blank between groups of three digits, or with an exponent (2e-6); + - *
/// / ^ and parentheses; sizes by name; ceil, floor, round, log2, min, max. Division is exact:
/// ceil(n / 256) is the number of blocks.
class Formula {
  public:
    /// Throws FormulaError.
    explicit Formula(std::string_view text);

    /// Throws FormulaError if a name is not a size, or if the value is not finite.
    double at(const Sizes& sizes) const;

    /// The sizes that the formula uses; empty for a number.
    const std::set<std::string>& names() const { return names_; }

  private:
    friend class FormulaReader;

    // In postfix order: operands first.
    struct Step {
        enum class Kind { number, size, negate, add, subtract, multiply, divide, power, function };
        Kind kind;
        double number = 0;
        std::string name;  // of a size or function
    };
    std::vector<Step> steps_;
    std::set<std::string> names_;
};

}  // namespace grader::suite
