#include "simulator/report/advice/half_condition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "simulator/report/source/index_form.hpp"

namespace cusim::report {
namespace {

class HalfConditions : IndexForm {
  public:
    using IndexForm::IndexForm;

    // `row < rows || column < columns` lets a thread through that has no such column, and so does
    // `if (row >= rows && column >= columns) return;`.
    std::optional<std::string> let_through() const {
        for (const Condition& condition : r_.flow.conditions) {
            const bool is_true = condition.is_true;
            const TokenSpan all = condition.expression;
            const std::vector<TokenSpan> parts = halves(all, is_true ? "||" : "&&");
            for (const TokenSpan& part : parts)
                if (r_.value(part) == (is_true ? 0 : 1) && compares_a_term(part, is_true))
                    return fmt::format(
                        "`{}` on line {} lets this thread through, although `{}` {}: `||` is true "
                        "where one of the two holds, `&&` where both do.",
                        r_.spelled(all), tokens()[all.begin].line, r_.spelled(part),
                        is_true ? "does not hold" : "holds");
        }
        return std::nullopt;
    }

  private:
    // The two sides of the only such operator outside of parentheses; empty if there is another
    // number of them.
    std::vector<TokenSpan> halves(TokenSpan all, std::string_view operation) const {
        std::vector<TokenSpan> parts;
        std::size_t begin = all.begin;
        for (std::size_t at = all.begin; at <= all.end; ++at) {
            if (at < all.end && tokens().is(at, "(")) at = tokens().closing(at);
            if (at < all.end && !tokens().is(at, operation)) continue;
            parts.push_back({begin, at});
            begin = at + 1;
        }
        return parts.size() == 2 ? parts : std::vector<TokenSpan>{};
    }

    bool compares_a_term(TokenSpan part, bool keeps_in) const {
        const auto compares = [&](std::string_view with) {
            return tokens().is(part.begin + 1, with);
        };
        return std::ranges::any_of(r_.terms, [&](const IndexTerm& term) {
            return tokens().is(part.begin, term.name) &&
                   (keeps_in ? compares("<") : compares(">=") || compares(">"));
        });
    }
};

}  // namespace

std::optional<std::string> half_condition(const IndexReading& reading, const Finding& finding) {
    return HalfConditions(reading, finding).let_through();
}

}  // namespace cusim::report
