#include "simulator/report/advice/part_causes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "simulator/report/source/index_form.hpp"
#include "simulator/report/source/launch_reading.hpp"
#include "simulator/report/source/made_of.hpp"

namespace cusim::report {
namespace {

using Words = std::optional<std::string>;

class PartForm : IndexForm {
  public:
    using IndexForm::IndexForm;

    // `part[first + k]`, if the array holds as many elements as lie between two values of `first`.
    Words at_its_begin() const {
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

    // `x[first + t]`: after `first`, there are fewer elements than the condition on t allows.
    Words too_long() const {
        if (r_.terms.size() != 2 || *f_.index < f_.elements || std::ranges::count(plain_, "*") > 0)
            return std::nullopt;
        for (const IndexTerm* const each : inner_first()) {
            const IndexTerm& term = *each;
            const IndexTerm& start = each == &r_.terms[0] ? r_.terms[1] : r_.terms[0];
            const Bound* const bound = bound_of(term.name);
            const auto limit = bound ? r_.value(bound->larger) : std::nullopt;
            const long left = f_.elements - *start.value;
            if (*term.slope != 1 || *start.slope != 1 || *start.value >= f_.elements || !limit ||
                bound->may_equal || *limit <= left)
                continue;
            const std::string fits =
                fmt::format("{} < {} - {}", term.name, named(f_.elements), start.name);
            const std::string fact = fmt::format(
                "{} lets {} = {} through, but from {} = {} on the array has only {} more",
                with_size(*bound, *limit), term.name, *term.value, start.name, *start.value, left);
            if (const Words exchanged = exchanged_argument(tokens(), r_.flow, named(f_.elements)))
                return fmt::format("{}. {}", fact, *exchanged);
            if (const std::string other = size_behind(*bound, *limit + *start.value);
                !other.empty() && !named_digits(f_.elements))
                return fmt::format(
                    "{}: either `{}` is meant, or {} and {} are exchanged, in the launch or where "
                    "the function that launches this kernel is called, or another function is "
                    "meant there.",
                    fact, fits, named(f_.elements), other);
            return fmt::format("{}: `{}` fits, where no other index, array or size is meant.", fact,
                               fits);
        }
        return std::nullopt;
    }

  private:
    // The only argument of the launch that the bound is computed from, and not equal to, and that
    // is at least `least`; empty if there is none, or several.
    std::string size_behind(const Bound& bound, long least) const {
        std::string found;
        for (const auto& [name, value] : r_.evaluator->known()) {
            const bool is_behind =
                is_made_of(tokens(), r_.flow, r_.call, bound.larger,
                           [&](const Flow&, std::size_t at) { return tokens().is(at, name); });
            if (!is_behind || value < least || r_.value(bound.larger) == value) continue;
            if (!found.empty()) return {};
            found = name;
        }
        return found;
    }

    // Of two variables, the one whose condition comes last: it may look at the other one.
    std::vector<const IndexTerm*> inner_first() const {
        std::vector<const IndexTerm*> all;
        for (const IndexTerm& term : r_.terms) all.push_back(&term);
        std::ranges::stable_sort(all, std::greater{}, [this](const IndexTerm* term) {
            const Bound* const bound = bound_of(term->name);
            return bound ? bound->comparison : 0;
        });
        return all;
    }
};

}  // namespace

std::optional<std::string> part_at_its_begin(const IndexReading& reading, const Finding& finding) {
    return PartForm(reading, finding).at_its_begin();
}

std::optional<std::string> part_too_long(const IndexReading& reading, const Finding& finding) {
    return PartForm(reading, finding).too_long();
}

}  // namespace cusim::report
