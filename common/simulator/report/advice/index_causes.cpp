// The subscript is treated as a sum of variables with factors. The steepest variable counts rows,
// and another one the position in a row. The rules are tried in turn. Each one makes sure that the
// causes of the others cannot apply.
#include "simulator/report/advice/index_causes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "simulator/report/advice/exchanged_arrays.hpp"
#include "simulator/report/advice/guard_causes.hpp"
#include "simulator/report/advice/half_condition.hpp"
#include "simulator/report/source/index_form.hpp"
#include "simulator/report/source/launch_reading.hpp"

namespace cusim::report {
namespace {

using Words = std::optional<std::string>;

class Causes : IndexForm {
  public:
    using IndexForm::IndexForm;

    std::string name() const {
        if (r_.before_overflow) return overflow(*r_.before_overflow);
        if (const Words words = exchanged_argument(tokens(), r_.flow, f_.variable)) return *words;
        for (const auto& rule :
             {&Causes::idle_condition, &Causes::half_condition, &Causes::wrong_factor,
              &Causes::wrong_factor_of_sum, &Causes::exchanged_division, &Causes::factor_of_itself,
              &Causes::rows_of_another_length, &Causes::one_turn_too_many, &Causes::bound_taken,
              &Causes::missing_neighbour})
            if (const Words words = (this->*rule)()) return *words;
        if (const Words words = guard_cause(r_, f_)) return *words;
        return exchanged_sizes().value_or("");
    }

  private:
    // `if (i < n);` would have kept the thread out.
    Words idle_condition() const {
        for (const Condition& condition : r_.flow.idle)
            if (r_.value(condition.expression) == 0)
                return fmt::format(
                    "`if ({})` on line {} would keep this thread out, but the `;` right behind it "
                    "is all that depends on it: leave out that `;`.",
                    r_.spelled(condition.expression), tokens()[condition.expression.begin].line);
        return std::nullopt;
    }

    Words half_condition() const { return report::half_condition(r_, f_); }

    // Where nothing else is known of the index, but its launch exchanges two sizes that it uses.
    Words exchanged_sizes() const {
        for (const auto& [name, value] : r_.values)
            if (Words words = exchanged_argument(tokens(), r_.flow, name)) return words;
        return std::nullopt;
    }

    // The facts before say what the value is.
    std::string overflow(long value) const {
        return fmt::format(
            "That is more than an int holds, so it becomes {}: compute the index in 64 bits, as by "
            "`static_cast<size_t>(…)` round the first factor{}.",
            *f_.index,
            value < f_.elements ? "" : fmt::format(" (though {} lies outside, too)", value));
    }

    std::string wrong_factor_words(const std::string& row, const std::string& factor,
                                   const std::string& column, const std::string& columns) const {
        return fmt::format(
            "`{0}` is multiplied by {1}, and `{2}`, which is added, runs below {3}, which does not "
            "fit: write `{0} * {3} + {2}`, or `{2} * {1} + {0}` where memory has the other order, "
            "or, where it is the bounds that are exchanged, `{0} < {3}` and `{2} < {1}`.",
            row, factor, column, columns);
    }

    Words wrong_factor() const {
        if (on_host_) return wrong_factor_by_text();
        if (!row_ || *f_.index < 0) return std::nullopt;
        const Bound* const bound = bound_of(column_->name);
        const std::string factor = factor_of(row_->name);
        if (!bound && is_number_of_block(*column_)) return wrong_factor_for_blocks(factor);
        if (!bound || factor.empty()) return std::nullopt;
        const Bound* const rows = bound_of(row_->name);
        const auto columns = r_.value(bound->larger);
        // A wrong bound looks the same, except for the number of rows.
        if (!rows || rows->may_equal || r_.value(rows->larger) != row_->slope) return std::nullopt;
        const bool transposed = columns && *columns > 0 && *columns != *row_->slope &&
                                *columns * *row_->slope == f_.elements;
        if (!transposed || bound->may_equal) return std::nullopt;
        return wrong_factor_words(row_->name, factor, column_->name, r_.spelled(bound->larger));
    }

    // `i * n + blockIdx.x` with i < n: rows of gridDim.x elements.
    Words wrong_factor_for_blocks(const std::string& factor) const {
        const Bound* const rows = bound_of(row_->name);
        const long columns = r_.evaluator->known().at("gridDim.x");
        if (factor.empty() || !rows || rows->may_equal || r_.value(rows->larger) != row_->slope ||
            columns == *row_->slope || columns * *row_->slope != f_.elements)
            return std::nullopt;
        return fmt::format(
            "`{0}` is multiplied by {1}, below which it runs itself, and `{2}`, which is added, "
            "runs below gridDim.x ({3}), which does not fit: write `{2} * {1} + {0}` if a block "
            "has a row, or `{0} * gridDim.x + {2}` if it has a column.",
            row_->name, factor, column_->name, columns);
    }

    // The same for `(first + k) * m + i`, whose row is a sum.
    Words wrong_factor_of_sum() const {
        if (on_host_ || r_.terms.size() < 3 || *f_.index < f_.elements) return std::nullopt;
        const IndexTerm& column = r_.terms.back();
        const long length = *r_.terms.front().slope;
        long row = 0;
        for (const IndexTerm& term : r_.terms)
            if (&term != &column) {
                if (term.slope != length) return std::nullopt;
                row += *term.value;
            }
        const auto close = std::ranges::find(plain_, ")");
        const Bound* const bound = bound_of(column.name);
        const auto columns = bound && !bound->may_equal ? r_.value(bound->larger) : std::nullopt;
        if (column.slope != 1 || plain_.front() != "(" || plain_.end() - close < 3 ||
            *(close + 1) != "*" || !columns || *columns < 2 || *columns == length ||
            *columns * length != f_.elements || row < *columns || row >= length ||
            *column.value >= *columns)
            return std::nullopt;
        const TokenSpan all = r_.subscript;
        return wrong_factor_words(r_.spelled({all.begin, tokens().closing(all.begin) + 1}),
                                  *(close + 2), column.name, r_.spelled(bound->larger));
    }

    // `t = x % Z` and `z = x / Z` in `t * Z + z`
    Words exchanged_division() const {
        if (!row_ || on_host_ || *f_.index < f_.elements) return std::nullopt;
        const auto split = [&](const std::string& name, const char* sign) -> std::string {
            const auto local = r_.flow.locals.find(name);
            if (local == r_.flow.locals.end()) return {};
            const TokenSpan all = local->second;
            if (all.end - all.begin < 3 || !tokens().is(all.end - 2, sign)) return {};
            return r_.spelled({all.begin, all.end - 2}) + " " + r_.spelled({all.end - 1, all.end});
        };
        const std::string rest = split(row_->name, "%"), quotient = split(column_->name, "/");
        const Values& known = r_.evaluator->known();
        const long threads =
            known.at("blockDim.x") * known.at("blockDim.y") * known.at("blockDim.z");
        if (rest.empty() || rest != quotient || threads > f_.elements ||
            factor_of(row_->name) != rest.substr(rest.find_last_of(' ') + 1))
            return std::nullopt;
        return fmt::format(
            "`{0}` is what is left over by a division by {1}, and is multiplied by {1}; `{2}` is "
            "the quotient, and is added: `/` and `%` are exchanged where the two are set.",
            row_->name, factor_of(row_->name), column_->name);
    }

    // `j * m + first + k` with j < m: the factor of j is its own bound, so j counts rows of another
    // length.
    Words factor_of_itself() const {
        if (on_host_ || r_.terms.size() < 3 || *f_.index < f_.elements) return std::nullopt;
        const IndexTerm& row = r_.terms.front();
        const std::string factor = factor_of(row.name);
        const Bound* const bound = bound_of(row.name);
        if (factor.empty() || !bound || bound->may_equal || *row.slope < 2 ||
            r_.spelled(bound->larger) != factor || r_.value(bound->larger) != row.slope)
            return std::nullopt;
        const long rest = *f_.index - *row.value * *row.slope, rows = *row.slope;
        const long length = f_.elements / rows;
        if (f_.elements % rows != 0 || length == rows || rest < 0 || rest >= length)
            return std::nullopt;
        return fmt::format(
            "`{0}` is multiplied by {1}, below which it runs itself, and a row then has {2} "
            "elements, which does not fit: write `{0} * {3}`, unless the bound is the mistake.",
            row.name, factor, length, named(length));
    }

    // Both variables stay within their bounds, and the array holds that many rows, but of another
    // length.
    Words rows_of_another_length() const {
        if (!row_ || on_host_ || *f_.index < f_.elements || f_.elements % *row_->slope == 0)
            return std::nullopt;
        const Bound* const bound = bound_of(row_->name);
        const std::string factor = factor_of(row_->name);
        const bool of_block = !bound && is_number_of_block(*row_);
        const auto rows = of_block ? std::optional(r_.evaluator->known().at("gridDim.x"))
                          : bound && !bound->may_equal ? r_.value(bound->larger)
                                                       : std::nullopt;
        if (factor.empty() || !rows || *rows < 2 || f_.elements % *rows != 0 ||
            *column_->value >= *row_->slope)
            return std::nullopt;
        const long length = f_.elements / *rows;
        const std::string name = named(length);
        if (name == std::to_string(length)) return std::nullopt;
        const std::string fact = fmt::format(
            "`{}` runs below {} ({}), and as many rows of the array's {} elements have {} ({}) "
            "each, not {}",
            row_->name, of_block ? "gridDim.x" : r_.spelled(bound->larger), *rows, f_.elements,
            name, length, with_value(factor, *row_->slope));
        if (const Words exchanged = exchanged_arguments(tokens(), r_.flow, factor, name))
            return fmt::format("{}. {}", fact, *exchanged);
        const long needed = *rows * *row_->slope;
        if (const std::string words = array_of_size(r_, f_, needed); !words.empty())
            return fact + words;
        return fmt::format(
            "{}: are the sizes in the index, and in the launch, those that are meant{}?", fact,
            allocates_itself() ? ", and in the array's own cudaMalloc" : "");
    }

    // For host code, without values: `p * S + q` with p below S, and q below another size.
    Words wrong_factor_by_text() const {
        for (const IndexTerm& row : r_.terms)
            for (const IndexTerm& column : r_.terms) {
                const std::string factor = factor_of(row.name);
                const Bound *rows = bound_of(row.name), *columns = bound_of(column.name);
                if (factor.empty() || &row == &column || !rows || !columns) continue;
                const std::string wanted = r_.spelled(columns->larger);
                if (r_.spelled(rows->larger) != factor || wanted == factor || rows->may_equal ||
                    columns->may_equal)
                    continue;
                return wrong_factor_words(row.name, factor, column.name, wanted);
            }
        return std::nullopt;
    }

    // `i <= n` becomes `i < n`; if the condition is one of leaving, `i > n` becomes `i >= n`.
    std::string corrected(const Bound& bound) const {
        const TokenSpan all = bound.from.expression;
        const bool shorter = tokens()[bound.comparison].text.size() == 2;
        const std::string sign(1, tokens()[bound.comparison].text.front());
        return r_.spelled({all.begin, bound.comparison}) +
               (shorter ? " " + sign : " " + sign + "=") + " " +
               r_.spelled({bound.comparison + 1, all.end});
    }

    // Such as ", and begin with `j = 0` …" for `for (int j = 1; j <= n; j++)`.
    std::string begin_at_0(const std::string& counter) const {
        for (const Loop& loop : r_.flow.loops) {
            const std::size_t end = loop.head.end;
            if (loop.counter != counter) continue;
            for (std::size_t at = loop.head.begin; at + 2 < end && !tokens().is(at, ";"); ++at)
                if (tokens().is(at, "=") && tokens().is(at + 1, "1") && tokens().is(at + 2, ";") &&
                    (tokens().is(end - 1, "++") || tokens().is(end - 2, "++")))
                    return fmt::format(
                        ", and begin with `{} = 0` where the first one is not left out on purpose",
                        counter);
        }
        return {};
    }

    // Whether a value is one of the array's sizes, since with it the variable runs through the
    // whole array, or up to the next step of another one. In `A[i + j]`, a bound of j may be a
    // radius.
    bool is_size(long value, const std::string& variable) const {
        const auto* const own = term_of(variable);
        if (!own || !own->slope || value <= 0) return false;
        const long reach = *own->slope * value;
        return reach == f_.elements ||
               (value > 1 && std::ranges::count(r_.terms, std::optional(reach), &IndexTerm::slope));
    }

    const IndexTerm* term_of(const std::string& name) const {
        const auto found = std::ranges::find(r_.terms, name, &IndexTerm::name);
        return found == r_.terms.end() ? nullptr : &*found;
    }

    Words one_turn_too_many() const {
        if (on_host_) return one_turn_too_many_by_text();
        for (const Bound& bound : r_.bounds) {
            const std::string variable = r_.spelled(bound.smaller);
            const auto last = r_.value(bound.larger);
            if (!bound.may_equal || !last || !is_size(*last, variable) ||
                r_.value(bound.smaller) != last)
                continue;
            const auto before = r_.index_with(variable, *last - 1);
            if (!before || *before < 0 || *before >= f_.elements) continue;
            const std::string larger = r_.spelled(bound.larger);
            const bool number = larger == std::to_string(*last);
            return fmt::format("{} lets {} = {} through{}: write `{}`{}.", placed(bound), variable,
                               larger, number ? "" : fmt::format(", which is {}", *last),
                               corrected(bound), begin_at_0(variable));
        }
        return std::nullopt;
    }

    // The value of the bound is not known, but the variable points just behind the array.
    Words bound_taken() const {
        if (on_host_ || r_.terms.size() != 1 || *r_.terms[0].slope != 1 || *f_.index != f_.elements)
            return std::nullopt;
        const Bound* const bound = bound_of(r_.terms[0].name);
        if (!bound || !bound->may_equal || tokens()[bound->comparison].text.size() != 2 ||
            r_.value(bound->larger))
            return std::nullopt;
        const std::string larger = r_.spelled(bound->larger);
        return fmt::format("{} also takes {} = {}: write `{}`, unless {} is the last one.",
                           placed(*bound), r_.terms[0].name, larger, corrected(*bound), larger);
    }

    // Exactly one condition lets its variable reach the bound, and all others are correct.
    Words one_turn_too_many_by_text() const {
        const Bound* only = nullptr;
        for (const Bound& bound : r_.bounds) {
            if (!bound.may_equal || !term_of(r_.spelled(bound.smaller))) continue;
            if (only) return std::nullopt;
            only = &bound;
        }
        if (!only || tokens()[only->comparison].text.size() != 2) return std::nullopt;
        for (const IndexTerm& row : r_.terms)
            for (const IndexTerm& column : r_.terms) {
                const std::string factor = factor_of(row.name);
                const Bound* const columns = bound_of(column.name);
                if (&row != &column && !factor.empty() &&
                    (!columns || r_.spelled(columns->larger) != factor))
                    return std::nullopt;
            }
        const std::string variable = r_.spelled(only->smaller);
        return fmt::format("{} also takes {} = {}: write `{}`{}.", placed(*only), variable,
                           r_.spelled(only->larger), corrected(*only), begin_at_0(variable));
    }

    // `A[i + 1]`: the constant that is added leads beyond the edge.
    Words missing_neighbour() const {
        if (on_host_) return std::nullopt;
        Values at_zero = r_.values;
        for (const IndexTerm& term : r_.terms) at_zero[term.name] = 0;
        const auto constant = r_.evaluator->value(r_.subscript, at_zero);
        if (!constant || *constant == 0 || r_.terms.empty()) return std::nullopt;
        const long inside = *f_.index - *constant;
        if (inside < 0 || inside >= f_.elements) return std::nullopt;
        // `rgb[3 * i + 2]` selects a component of an element, not a neighbour.
        const auto steps = [](const IndexTerm& term) { return *term.slope != 1; };
        const bool one_away = std::abs(*constant) == 1 && !std::ranges::all_of(r_.terms, steps);
        if (std::ranges::any_of(r_.terms, steps) && !one_away) return std::nullopt;
        return fmt::format(
            "Without the {0} that is {1} the index would be {2}, inside the array: either there is "
            "no such neighbour at the {3} edge, and this access needs a condition of its own, or "
            "the array is to have {0} more {4} it, or the index is meant without the {0}.",
            std::abs(*constant), *constant < 0 ? "subtracted" : "added", inside,
            *constant < 0 ? "lower" : "upper", *constant < 0 ? "before" : "behind");
    }
};

}  // namespace

std::string index_facts(const IndexReading& reading) {
    std::vector<std::string> values;
    const TokenSpan all = reading.subscript;
    for (std::size_t at = all.begin; at < all.end; ++at) {
        std::string name(reading.tokens->operator[](at).text);
        if (reading.tokens->is(at + 1, "."))
            name += "." + std::string((*reading.tokens)[at + 2].text);
        const auto known = reading.values.find(name);
        if (known == reading.values.end()) continue;
        std::string text = fmt::format("{} = {}", name, known->second);
        if (std::ranges::count(values, text) == 0) values.push_back(std::move(text));
    }
    if (values.empty()) return {};
    const std::string last = values.back();
    values.pop_back();
    const std::string list =
        values.empty() ? last : fmt::format("{} and {}", fmt::join(values, ", "), last);
    const auto index = reading.value(all);
    const std::string subscript = reading.spelled(all);
    if (!index || last == fmt::format("{} = {}", subscript, *index)) return "Here " + list + ".";
    return fmt::format("Here {}, so `{}` is {}.", list, subscript, *index);
}

std::string index_cause(const IndexReading& reading, const Finding& finding) {
    return Causes(reading, finding).name();
}

}  // namespace cusim::report
