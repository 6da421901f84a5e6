// A recursive-descent parser that translates the text to steps for a stack machine.
#include "suite/formula.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <ranges>

#include "report/text.hpp"

namespace grader::suite {

namespace {

constexpr std::size_t longest_formula = 200;
constexpr int deepest_formula = 40;

/// A function of one or two arguments.
struct Named {
    std::string_view name;
    std::size_t operands;
    double (*value)(double, double);
};
constexpr std::array functions{
    Named{"ceil", 1, [](double a, double) { return std::ceil(a); }},
    Named{"floor", 1, [](double a, double) { return std::floor(a); }},
    Named{"round", 1, [](double a, double) { return std::round(a); }},
    Named{"log2", 1, [](double a, double) { return std::log2(a); }},
    Named{"min", 2, [](double a, double b) { return std::min(a, b); }},
    Named{"max", 2, [](double a, double b) { return std::max(a, b); }},
};

bool is_digit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool is_letter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

double value_of_size(const std::string& name, const Sizes& sizes) {
    const auto found = sizes.find(name);
    if (found != sizes.end()) return found->second;
    throw FormulaError(sizes.empty() ? fmt::format("write a number: {} is not a size here", name)
                                     : fmt::format("{} is not a size here; there are {}", name,
                                                   fmt::join(sizes | std::views::keys, ", ")));
}

}  // namespace

class FormulaReader {
  public:
    FormulaReader(std::string_view text, Formula& formula) : text_(text), formula_(formula) {}

    void read() {
        sum(0);
        skip_blanks();
        if (at_ < text_.size()) refuse();
    }

  private:
    using Kind = Formula::Step::Kind;

    [[noreturn]] void refuse() const {
        if (at_ >= text_.size()) throw FormulaError("something is missing at its end");
        throw FormulaError(
            fmt::format("not understood from '{}' on", report::printable(text_.substr(at_, 20))));
    }

    void put(Kind kind, double number = 0, std::string name = {}) {
        formula_.steps_.push_back({kind, number, std::move(name)});
    }

    void skip_blanks() {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    }

    bool take(char wanted) {
        skip_blanks();
        if (at_ >= text_.size() || text_[at_] != wanted) return false;
        ++at_;
        return true;
    }

    void sum(int depth) {
        if (depth > deepest_formula) throw FormulaError("too many parentheses");
        product(depth);
        for (;;) {
            const bool add = take('+');
            if (!add && !take('-')) return;
            product(depth);
            put(add ? Kind::add : Kind::subtract);
        }
    }

    void product(int depth) {
        signed_power(depth);
        for (;;) {
            const bool multiply = take('*');
            if (!multiply && !take('/')) return;
            signed_power(depth);
            put(multiply ? Kind::multiply : Kind::divide);
        }
    }

    void signed_power(int depth) {
        if (take('-')) {
            signed_power(depth + 1);
            put(Kind::negate);
            return;
        }
        if (depth > deepest_formula) throw FormulaError("too many signs");
        operand(depth);
        if (!take('^')) return;
        signed_power(depth + 1);
        put(Kind::power);
    }

    void operand(int depth) {
        skip_blanks();
        if (at_ >= text_.size()) refuse();
        if (take('(')) {
            sum(depth + 1);
            if (!take(')')) refuse();
        } else if (is_digit(text_[at_]) || text_[at_] == '.') {
            number(depth);
        } else if (is_letter(text_[at_])) {
            name(depth);
        } else {
            refuse();
        }
    }

    /// Whether a separator and three digits follow. Inside parentheses, a comma separates
    /// arguments.
    bool takes_group(int depth) const {
        constexpr std::string_view separators = "_' ,";
        const std::string_view rest = text_.substr(at_);
        if (rest.size() < 4 || separators.find(rest[0]) == separators.npos) return false;
        if (rest[0] == ',' && depth > 0) return false;
        return std::ranges::all_of(rest.substr(1, 3), is_digit) &&
               (rest.size() == 4 || (!is_digit(rest[4]) && !is_letter(rest[4])) || rest[4] == '_');
    }

    void number(int depth) {
        std::string digits;
        const auto take_digits = [&] {
            while (at_ < text_.size() && is_digit(text_[at_])) digits += text_[at_++];
        };
        take_digits();
        while (!digits.empty() && takes_group(depth)) {
            ++at_;
            take_digits();
        }
        if (at_ < text_.size() && text_[at_] == '.') {
            digits += text_[at_++];
            take_digits();
        }
        const std::string_view rest = text_.substr(at_);
        const bool has_sign = rest.size() > 2 && (rest[1] == '+' || rest[1] == '-');
        if (rest.size() > 1 && (rest[0] == 'e' || rest[0] == 'E') &&
            is_digit(rest[has_sign ? 2 : 1])) {
            digits += has_sign && rest[1] == '-' ? "e-" : "e";
            at_ += has_sign ? 2 : 1;
            take_digits();
        }
        if (digits == ".") refuse();
        // A number has no second point and no further separator.
        if (at_ < text_.size() && (text_[at_] == '.' || is_letter(text_[at_]))) refuse();
        put(Kind::number, std::strtod(digits.c_str(), nullptr));
    }

    void name(int depth) {
        std::string word;
        while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_])))
            word += text_[at_++];
        const auto* const function = std::ranges::find(functions, word, &Named::name);
        if (function == functions.end()) {
            formula_.names_.insert(word);
            put(Kind::size, 0, std::move(word));
            return;
        }
        if (!take('(')) throw FormulaError(fmt::format("{} wants parentheses", word));
        for (std::size_t i = 0; i < function->operands; ++i) {
            if (i > 0 && !take(',')) refuse();
            sum(depth + 1);
        }
        if (!take(')')) refuse();
        put(Kind::function, 0, std::move(word));
    }

    std::string_view text_;
    Formula& formula_;
    std::size_t at_ = 0;
};

Formula::Formula(std::string_view text) {
    if (text.size() > longest_formula)
        throw FormulaError(fmt::format("longer than {} characters", longest_formula));
    FormulaReader(text, *this).read();
}

double Formula::at(const Sizes& sizes) const {
    std::vector<double> stack;
    const auto pop = [&] {
        const double top = stack.back();
        stack.pop_back();
        return top;
    };
    const auto value_of = [&](const Step& step) {
        using enum Step::Kind;
        if (step.kind == number) return step.number;
        if (step.kind == size) return value_of_size(step.name, sizes);
        const double last = pop();
        if (step.kind == negate) return -last;
        if (step.kind == function) {
            const auto& named = *std::ranges::find(functions, step.name, &Named::name);
            return named.operands == 1 ? named.value(last, 0) : named.value(pop(), last);
        }
        const double first = pop();
        if (step.kind == add) return first + last;
        if (step.kind == subtract) return first - last;
        if (step.kind == multiply) return first * last;
        if (step.kind == divide) return first / last;
        return std::pow(first, last);
    };
    for (const Step& step : steps_) stack.push_back(value_of(step));
    const double value = stack.back();
    if (!std::isfinite(value)) throw FormulaError("has no finite value");
    return value;
}

}  // namespace grader::suite
