#include "simulator/report/source/index_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace cusim::report {

IndexForm::IndexForm(const IndexReading& reading, const Finding& finding)
    : r_(reading), f_(finding), on_host_(finding.self.host) {
    for (std::size_t at = r_.subscript.begin; at < r_.subscript.end; ++at) {
        plain_.emplace_back(tokens()[at].text);
        for (; tokens().is(at + 1, ".") && at + 2 < r_.subscript.end; at += 2)  // threadIdx.x
            plain_.back() += "." + std::string(tokens()[at + 2].text);
    }
    leave_out_casts();
    if (r_.terms.size() == 2 && !on_host_ && r_.terms[1].slope == 1 && *r_.terms[0].slope > 1)
        row_ = &r_.terms[0], column_ = &r_.terms[1];
}

// Treats `static_cast<size_t>(i)` as `i`.
void IndexForm::leave_out_casts() {
    for (std::size_t at = 0; at + 6 < plain_.size(); ++at) {
        const auto begin = plain_.begin() + static_cast<std::ptrdiff_t>(at);
        if (plain_[at] != "static_cast") continue;
        const auto open = std::find(begin, plain_.end(), "(");
        if (plain_.end() - open < 3 || *(open + 2) != ")") continue;
        plain_.erase(open + 2);
        plain_.erase(begin, open + 1);
    }
}

const Bound* IndexForm::bound_of(const std::string& variable) const {
    const Bound* found = nullptr;
    for (const Bound& bound : r_.bounds)
        if (r_.spelled(bound.smaller) == variable) found = &bound;
    return found;
}

std::string IndexForm::factor_of(const std::string& variable) const {
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

std::string IndexForm::placed(const Bound& bound) const {
    return fmt::format("`{}` on line {}", r_.spelled(bound.from.expression),
                       tokens()[bound.comparison].line);
}

std::vector<std::string> IndexForm::names_of(long value) const {
    std::vector<std::string> names;
    for (const auto& [name, known] : r_.evaluator->known())
        if (known == value && name.find('.') == name.npos && name != "warpSize")
            names.push_back(name);
    return names;
}

std::string IndexForm::named(long value) const {
    const auto names = names_of(value);
    return names.size() == 1 ? names.front() : std::to_string(value);
}

std::string IndexForm::with_value(const std::string& name, long value) const {
    return name == std::to_string(value) ? name : fmt::format("{} ({})", name, value);
}

std::string IndexForm::with_size(const Bound& bound, long limit) const {
    const std::string larger = r_.spelled(bound.larger);
    if (larger == std::to_string(limit)) return placed(bound);
    return fmt::format("{}, where {} is {},", placed(bound), larger, limit);
}

bool IndexForm::is_spoken_of(const IndexTerm& term) const {
    const std::size_t length = term.at.end - term.at.begin;  // 3 tokens for threadIdx.x
    const bool here = std::ranges::any_of(r_.flow.conditions, [&](const Condition& condition) {
        const TokenSpan all = condition.expression;
        for (std::size_t at = all.begin; at + length <= all.end; ++at)
            if (r_.spelled({at, at + length}) == term.name) return true;
        return false;
    });
    return here || is_spoken_of_at_call(term);
}

// Whether a condition at the call contains a name of the argument.
bool IndexForm::is_spoken_of_at_call(const IndexTerm& term) const {
    const auto argument =
        r_.call ? argument_for(tokens(), r_.flow, *r_.call, term.name) : std::nullopt;
    if (!argument) return false;
    const auto is_in_argument = [&](std::size_t at) {
        for (std::size_t k = argument->begin; k < argument->end; ++k)
            if (tokens()[k].is_name() && tokens().is(at, tokens()[k].text)) return true;
        return false;
    };
    return std::ranges::any_of(r_.call->caller.conditions, [&](const Condition& condition) {
        for (std::size_t at = condition.expression.begin; at < condition.expression.end; ++at)
            if (is_in_argument(at)) return true;
        return false;
    });
}

// `first + k`, but not `j * n + i`, whose slopes are equal if n is 1.
bool IndexForm::is_plain_sum(const std::vector<const IndexTerm*>& terms) const {
    std::size_t begin = terms.front()->at.begin, end = terms.front()->at.end;
    for (const IndexTerm* const term : terms) {
        begin = std::min(begin, term->at.begin);
        end = std::max(end, term->at.end);
    }
    const auto is_of_a_term = [&](std::size_t at) {
        return std::ranges::any_of(terms, [&](const IndexTerm* term) { return term->at.has(at); });
    };
    if (tokens().is(begin - 1, "*") || tokens().is(end, "*")) return false;
    for (std::size_t at = begin; at < end; ++at)
        if (!is_of_a_term(at) && !tokens().is(at, "+")) return false;
    return true;
}

std::vector<IndexForm::Part> IndexForm::parts() const {
    std::vector<Part> all;
    std::vector<const IndexTerm*> same;  // those of all.back()
    for (const IndexTerm& term : r_.terms) {
        if (all.empty() || all.back().slope != *term.slope) {
            all.push_back({.name = {}, .slope = *term.slope});
            same.clear();
        }
        same.push_back(&term);
        if (same.size() > 1 && !is_plain_sum(same)) return {};
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

bool IndexForm::named_digits(long value) const {
    return named(value) == std::to_string(value);
}

bool IndexForm::is_of_the_kernel() const {
    return f_.space == Space::shared || f_.space == Space::local || f_.variable.empty();
}

bool IndexForm::allocates_itself() const {
    for (std::size_t at = 0; at < tokens().size(); ++at)
        if (tokens().is(at, "cudaMalloc")) return true;
    return false;
}

bool IndexForm::is_number_of_block(const IndexTerm& term) const {
    const auto local = r_.flow.locals.find(term.name);
    return term.name == "blockIdx.x" ||
           (local != r_.flow.locals.end() && r_.spelled(local->second) == "blockIdx.x");
}

long IndexForm::extent(const std::string& of) const {
    const Values& known = r_.evaluator->known();
    return known.at(of + ".x") * known.at(of + ".y") * known.at(of + ".z");
}

}  // namespace cusim::report
