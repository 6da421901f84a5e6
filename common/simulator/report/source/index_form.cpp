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

}  // namespace cusim::report
