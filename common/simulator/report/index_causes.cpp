// A subscript is looked at as a sum: of one variable or several, of which the steepest counts rows
// and another one what is in a row. The rules are tried in turn, and each asks that the others'
// causes cannot be meant.
#include "simulator/report/index_causes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "simulator/report/launch_reading.hpp"

namespace cusim::report {
namespace {

using Words = std::optional<std::string>;

class Causes {
  public:
    Causes(const IndexReading& reading, const Finding& finding)
        : r_(reading), f_(finding), on_host_(finding.self.host) {
        for (std::size_t at = r_.subscript.begin; at < r_.subscript.end; ++at)
            plain_.emplace_back(tokens()[at].text);
        leave_out_casts();
        // `p * S + q`
        if (r_.terms.size() == 2 && !on_host_ && r_.terms[1].slope == 1 && *r_.terms[0].slope > 1)
            row_ = &r_.terms[0], column_ = &r_.terms[1];
    }

    std::string name() const {
        for (const auto& rule :
             {&Causes::wrong_factor, &Causes::factor_of_itself, &Causes::rows_of_another_length,
              &Causes::one_turn_too_many, &Causes::bound_taken, &Causes::missing_neighbour,
              &Causes::let_through})
            if (const Words words = (this->*rule)()) return *words;
        return {};
    }

  private:
    const SourceTokens& tokens() const { return *r_.tokens; }

    // `static_cast<size_t>(i)` is `i`, as far as sizes go.
    void leave_out_casts() {
        for (std::size_t at = 0; at + 6 < plain_.size(); ++at) {
            const auto begin = plain_.begin() + static_cast<std::ptrdiff_t>(at);
            if (plain_[at] != "static_cast") continue;
            const auto open = std::find(begin, plain_.end(), "(");
            if (plain_.end() - open < 3 || *(open + 2) != ")") continue;
            plain_.erase(open + 2);
            plain_.erase(begin, open + 1);
        }
    }

    // The bound whose smaller side is that variable alone.
    const Bound* bound_of(const std::string& variable) const {
        const Bound* found = nullptr;
        for (const Bound& bound : r_.bounds)
            if (r_.spelled(bound.smaller) == variable) found = &bound;
        return found;
    }

    // The size that the row's variable is multiplied by, as it is written; empty where the
    // subscript is not of that form.
    std::string factor_of(const std::string& variable) const {
        const auto& all = plain_;
        for (std::size_t at = 1; at + 1 < all.size(); ++at) {
            if (all[at] != "*") continue;
            const bool alone =
                (at + 2 == all.size() || all[at + 2] == "+") && (at == 1 || all[at - 2] == "+");
            if (!alone) continue;
            if (all[at - 1] == variable) return all[at + 1];
            if (all[at + 1] == variable) return all[at - 1];
        }
        return {};
    }

    std::string wrong_factor_words(const std::string& row, const std::string& factor,
                                   const std::string& column, const std::string& columns) const {
        return fmt::format(
            "`{0}` is multiplied by {1}, and `{2}`, which is added, runs below {3}, which does not "
            "fit: write `{0} * {3} + {2}`, or `{2} * {1} + {0}` where memory has the other order, "
            "unless the bounds of the two are exchanged.",
            row, factor, column, columns);
    }

    Words wrong_factor() const {
        if (on_host_) return wrong_factor_by_text();
        if (!row_ || *f_.index < 0) return std::nullopt;
        const Bound* const bound = bound_of(column_->name);
        const std::string factor = factor_of(row_->name);
        if (!bound || factor.empty()) return std::nullopt;
        const Bound* const rows = bound_of(row_->name);
        const auto columns = r_.value(bound->larger);
        // A bound that is wrong looks alike, but for how many rows there are.
        if (!rows || rows->may_equal || r_.value(rows->larger) != row_->slope) return std::nullopt;
        const bool transposed = columns && *columns > 0 && *columns != *row_->slope &&
                                *columns * *row_->slope == f_.elements;
        if (!transposed || bound->may_equal) return std::nullopt;
        return wrong_factor_words(row_->name, factor, column_->name, r_.spelled(bound->larger));
    }

    // `j * m + first + k`, where j itself runs below m: it counts rows of another length.
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

    // Both variables keep within their bounds, and the array holds that many rows, of another
    // length.
    Words rows_of_another_length() const {
        if (!row_ || on_host_ || *f_.index < f_.elements || f_.elements % *row_->slope == 0)
            return std::nullopt;
        const Bound* const bound = bound_of(row_->name);
        const std::string factor = factor_of(row_->name);
        const auto rows = bound && !bound->may_equal ? r_.value(bound->larger) : std::nullopt;
        if (factor.empty() || !rows || *rows < 2 || f_.elements % *rows != 0 ||
            *column_->value >= *row_->slope)
            return std::nullopt;
        const long length = f_.elements / *rows;
        const std::string name = named(length);
        if (name == std::to_string(length)) return std::nullopt;
        return fmt::format(
            "`{}` runs below {} ({}), and as many rows of the array's {} elements have {} ({}) "
            "each, not {}: are the sizes in the index, and in the launch, those that are meant?",
            row_->name, r_.spelled(bound->larger), *rows, f_.elements, name, length,
            with_value(factor, *row_->slope));
    }

    // On the host no values are known: `p * S + q` with p below S, and q below another size.
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

    // `i <= n` as `i < n`; the condition that leaves, `i > n`, as `i >= n`.
    std::string corrected(const Bound& bound) const {
        const TokenSpan all = bound.from.expression;
        const bool shorter = tokens()[bound.comparison].text.size() == 2;
        const std::string sign(1, tokens()[bound.comparison].text.front());
        return r_.spelled({all.begin, bound.comparison}) +
               (shorter ? " " + sign : " " + sign + "=") + " " +
               r_.spelled({bound.comparison + 1, all.end});
    }

    std::string placed(const Bound& bound) const {
        return fmt::format("`{}` on line {}", r_.spelled(bound.from.expression),
                           tokens()[bound.comparison].line);
    }

    bool is_size(long value) const { return value > 0 && f_.elements % value == 0; }

    bool is_term(const std::string& name) const {
        return std::ranges::count(r_.terms, name, &IndexTerm::name) > 0;
    }

    Words one_turn_too_many() const {
        if (on_host_) return one_turn_too_many_by_text();
        for (const Bound& bound : r_.bounds) {
            const std::string variable = r_.spelled(bound.smaller);
            const auto last = r_.value(bound.larger);
            if (!bound.may_equal || !is_term(variable) || !last || !is_size(*last) ||
                r_.value(bound.smaller) != last)
                continue;
            const auto before = r_.index_with(variable, *last - 1);
            if (!before || *before < 0 || *before >= f_.elements) continue;
            const std::string larger = r_.spelled(bound.larger);
            const bool number = larger == std::to_string(*last);
            return fmt::format("{} lets {} = {} through{}: write `{}`.", placed(bound), variable,
                               larger, number ? "" : fmt::format(", which is {}", *last),
                               corrected(bound));
        }
        return std::nullopt;
    }

    // The bound has no value that is known, and the variable is right behind the array.
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

    // Where one condition of all lets its variable reach the bound, and the rest is in order.
    Words one_turn_too_many_by_text() const {
        const Bound* only = nullptr;
        for (const Bound& bound : r_.bounds) {
            if (!bound.may_equal || !is_term(r_.spelled(bound.smaller))) continue;
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
        return fmt::format("{} also takes {} = {}: write `{}`.", placed(*only),
                           r_.spelled(only->smaller), r_.spelled(only->larger), corrected(*only));
    }

    // `A[i + 1]`: what is added leads beyond the edge.
    Words missing_neighbour() const {
        if (on_host_) return std::nullopt;
        Values at_zero = r_.values;
        for (const IndexTerm& term : r_.terms) at_zero[term.name] = 0;
        const auto constant = r_.evaluator->value(r_.subscript, at_zero);
        if (!constant || *constant == 0 || r_.terms.empty()) return std::nullopt;
        const long inside = *f_.index - *constant;
        if (inside < 0 || inside >= f_.elements) return std::nullopt;
        // `rgb[3 * i + 2]`: part of an element, no neighbour.
        const auto steps = [](const IndexTerm& term) { return *term.slope != 1; };
        const bool one_away = std::abs(*constant) == 1 && !std::ranges::all_of(r_.terms, steps);
        if (std::ranges::any_of(r_.terms, steps) && !one_away) return std::nullopt;
        return fmt::format(
            "Without the {0} that is {1} the index would be {2}, inside the array: either there is "
            "no such neighbour at the {3} edge, and this access needs a condition of its own, or "
            "the array is to have {0} more {4} it.",
            std::abs(*constant), *constant < 0 ? "subtracted" : "added", inside,
            *constant < 0 ? "lower" : "upper", *constant < 0 ? "before" : "behind");
    }

    long extent(const std::string& of) const {
        const Values& known = r_.evaluator->known();
        return known.at(of + ".x") * known.at(of + ".y") * known.at(of + ".z");
    }

    // The numbers of the launch that are `value`.
    std::vector<std::string> names_of(long value) const {
        std::vector<std::string> names;
        for (const auto& [name, known] : r_.evaluator->known())
            if (known == value && name.find('.') == name.npos && name != "warpSize")
                names.push_back(name);
        return names;
    }

    // By name; the digits where none is, or several are.
    std::string named(long value) const {
        const auto names = names_of(value);
        return names.size() == 1 ? names.front() : std::to_string(value);
    }

    // Which variable is too large, and how many values it may have.
    struct Culprit {
        const IndexTerm* term;
        long below;
        std::string below_name;
    };

    std::optional<Culprit> culprit() const {
        const IndexTerm* const first = r_.terms.empty() ? nullptr : &r_.terms.front();
        if (!first || *f_.index < f_.elements) return std::nullopt;
        if (r_.terms.size() == 1 && *first->slope == 1)
            return Culprit{first, f_.elements, named(f_.elements)};
        if (!row_ || f_.elements % *row_->slope != 0) return std::nullopt;
        const long rows = f_.elements / *row_->slope, columns = *row_->slope;
        const std::string factor = factor_of(row_->name);
        const Bound* const bound = bound_of(column_->name);
        const auto bounded = bound ? r_.value(bound->larger) : std::nullopt;
        if (factor.empty()) return std::nullopt;
        if (*row_->value >= rows) {
            // Were the rows shorter, the factor might be the mistake.
            if (bounded != columns) return std::nullopt;
            return Culprit{row_, rows, rows == columns ? factor : named(rows)};
        }
        if (*column_->value < columns) return std::nullopt;
        return Culprit{column_, columns, factor};
    }

    Words let_through() const {
        if (on_host_) return std::nullopt;
        const auto found = culprit();
        if (!found) {
            for (const auto& rule :
                 {&Causes::part_at_its_begin, &Causes::part_too_long, &Causes::part_unguarded})
                if (const Words words = (this->*rule)()) return words;
            return unguarded();
        }
        const auto& [term, below, below_name] = *found;
        const Bound* const bound = bound_of(term->name);
        if (!bound) {
            if (!term->of_thread || is_spoken_of(*term)) return std::nullopt;
            if (!r_.depends_on("threadIdx", term->at))
                return fmt::format(
                    "`{0}` comes from the block's number alone, and the launch has {1} blocks of "
                    "{2} "
                    "threads where there is room for {3}: launch as many blocks as there is room "
                    "for, or let only those work whose `{0}` is below {3}.",
                    term->name, extent("gridDim"), extent("blockDim"),
                    with_value(below_name, below));
            if (is_of_the_kernel()) return no_room(term->name, *term->value, f_.elements);
            return no_condition(term->name, *term->value, below);
        }
        const auto limit = r_.value(bound->larger);
        if (!limit || bound->may_equal || *limit == below) return std::nullopt;
        const std::string fact = fmt::format(
            "{} lets {} = {} through, but the array has room for {}", with_size(*bound, *limit),
            term->name, *term->value, with_value(below_name, below));
        const std::string larger = r_.spelled(bound->larger);
        if (const auto line = launch_that_exchanges(*r_.tokens, r_.flow, larger, below_name))
            return fmt::format(
                "{}. The launch on line {} hands `{}` to the parameter {}, and `{}` to {}: are two "
                "arguments of the launch exchanged?",
                fact, *line, below_name, larger, larger, below_name);
        if (below_name == std::to_string(below))
            return fact + " only: are the index, the array and the sizes those that are meant?";
        return fmt::format(
            "{}: `{} < {}` is what fits it, unless another index, array or size is meant.", fact,
            term->name, below_name);
    }

    // A guard is only named by a size that the launch knows.
    std::string no_condition(const std::string& name, long value, long room) const {
        const std::string below = named(room);
        if (const auto names = names_of(room); names.size() > 1)
            return fmt::format(
                "No condition on the way here keeps out threads with `{0}` = {1}: unless another "
                "index, array or size is meant, let only those work whose `{0}` is below {2} "
                "({3}).",
                name, value, fmt::join(names, " or "), room);
        if (below == std::to_string(room))
            return fmt::format(
                "`{}` = {} meets no condition on the way here, and the array has room for {}: are "
                "the index, the array, its size in bytes and the launch those that are meant?",
                name, value, room);
        return fmt::format(
            "No condition on the way here keeps out threads with `{0}` = {1}: unless another "
            "index, array or size is meant, let only those work whose `{0}` is below {2}, as in "
            "`if ({0} < {3})`.",
            name, value, with_value(below, room), below);
    }

    // Of an array that the kernel declares, whose size may be the mistake.
    bool is_of_the_kernel() const {
        return f_.space == Space::shared || f_.space == Space::local || f_.variable.empty();
    }
    static std::string no_room(const std::string& name, long value, long room) {
        return fmt::format(
            "No condition keeps out threads with `{0}` = {1}, and there is room for {2}: unless "
            "another index is meant, make the array larger, or let only threads use it whose `{0}` "
            "is below {2}.",
            name, value, room);
    }

    // `n`, which is 3
    std::string with_value(const std::string& name, long value) const {
        return name == std::to_string(value) ? name : fmt::format("{} ({})", name, value);
    }

    std::string with_size(const Bound& bound, long limit) const {
        const std::string larger = r_.spelled(bound.larger);
        if (larger == std::to_string(limit)) return placed(bound);
        return fmt::format("{}, where {} is {},", placed(bound), larger, limit);
    }

    // Some condition has the variable in it, in a form that was not understood.
    bool is_spoken_of(const IndexTerm& term) const {
        const std::size_t length = term.at.end - term.at.begin;  // 3 for threadIdx.x
        return std::ranges::any_of(r_.flow.conditions, [&](const Condition& condition) {
            const TokenSpan all = condition.expression;
            for (std::size_t at = all.begin; at + length <= all.end; ++at)
                if (r_.spelled({at, at + length}) == term.name) return true;
            return false;
        });
    }

    // Which of the variables is too large is not known, but none of them is kept within anything,
    // and there are more threads than elements.
    Words unguarded() const {
        const long threads = extent("gridDim") * extent("blockDim");
        std::vector<std::string> names;
        for (const IndexTerm& term : r_.terms) {
            if (!term.of_thread || is_spoken_of(term)) return std::nullopt;
            names.push_back("`" + term.name + "`");
        }
        if (names.size() < 2 || *f_.index < f_.elements || threads <= f_.elements)
            return std::nullopt;
        return fmt::format(
            "No condition on the way here keeps out any thread: the launch has {} of them for {} "
            "elements, so {} must be compared with the sizes first.",
            threads, f_.elements, fmt::join(names, " and "));
    }

    // Terms of one slope count the same: rows, say, or columns.
    struct Part {
        std::string name;
        long value = 0, slope = 0;
        bool unguarded = false;  // no condition has one of its variables, which is a thread's
    };

    // The steepest first. Empty where their slopes are not those of rows within rows.
    std::vector<Part> parts() const {
        std::vector<Part> all;
        for (const IndexTerm& term : r_.terms) {
            if (all.empty() || all.back().slope != *term.slope)
                all.push_back({.name = {}, .slope = *term.slope});
            Part& part = all.back();
            part.name += (part.name.empty() ? "" : " + ") + term.name;
            part.value += *term.value;
            part.unguarded |= r_.depends_on("threadIdx", term.at) && !is_spoken_of(term);
        }
        for (std::size_t at = 0; at < all.size(); ++at) {
            const long whole = at == 0 ? f_.elements : all[at - 1].slope;
            if (all[at].slope < 1 || whole % all[at].slope != 0) return {};
        }
        return all.empty() || all.back().slope != 1 ? std::vector<Part>{} : all;
    }

    // `A[(k * n + i) * m + j]`, `A[i * m + first + t]`: one part alone is too large, and nothing
    // was asked of it.
    Words part_unguarded() const {
        const auto all = parts();
        Words words;
        for (std::size_t at = 0; at < all.size(); ++at) {
            const Part& part = all[at];
            const long room = (at == 0 ? f_.elements : all[at - 1].slope) / part.slope;
            if (part.value < room) continue;
            if (words || !part.unguarded || part.value < 0) return std::nullopt;
            if (is_of_the_kernel()) {
                words = no_room(part.name, part.value, room);
                continue;
            }
            words = no_condition(part.name, part.value, room);
        }
        return words;
    }

    // `part[first + k]`, where the array holds as much as lies between two values of `first`.
    Words part_at_its_begin() const {
        if (r_.terms.size() != 2 || !is_of_the_kernel() || std::ranges::count(plain_, "*") > 0)
            return std::nullopt;
        for (const IndexTerm& term : r_.terms) {
            const IndexTerm& start = &term == &r_.terms[0] ? r_.terms[1] : r_.terms[0];
            if (*term.slope != 1 || *start.slope != 1 || *start.value <= 0 || *term.value < 0 ||
                *start.value % f_.elements != 0 || *term.value >= f_.elements || term.of_thread)
                continue;
            return fmt::format(
                "The array has room for {0}, and `{1}` = {2} is a multiple of that: where it holds "
                "a part that begins at `{1}`, the index within it is `{3}`.",
                f_.elements, start.name, *start.value, term.name);
        }
        return std::nullopt;
    }

    // `x[first + t]`: behind `first` there are fewer than the condition on t lets through.
    Words part_too_long() const {
        if (r_.terms.size() != 2 || *f_.index < f_.elements || std::ranges::count(plain_, "*") > 0)
            return std::nullopt;
        for (const IndexTerm& term : r_.terms) {
            const IndexTerm& start = &term == &r_.terms[0] ? r_.terms[1] : r_.terms[0];
            const Bound* const bound = bound_of(term.name);
            const auto limit = bound ? r_.value(bound->larger) : std::nullopt;
            const long left = f_.elements - *start.value;
            if (*term.slope != 1 || *start.slope != 1 || *start.value >= f_.elements || !limit ||
                bound->may_equal || *limit <= left)
                continue;
            return fmt::format(
                "{} lets {} = {} through, but from {} = {} on the array has only {} more: "
                "`{} < {} - {}` fits, where no other index, array or size is meant.",
                with_size(*bound, *limit), term.name, *term.value, start.name, *start.value, left,
                term.name, named(f_.elements), start.name);
        }
        return std::nullopt;
    }

    const IndexReading& r_;
    const Finding& f_;
    const bool on_host_;
    std::vector<std::string> plain_;  // the subscript's tokens, without casts
    const IndexTerm *row_ = nullptr, *column_ = nullptr;
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
