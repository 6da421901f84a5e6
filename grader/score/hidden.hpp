// What a student may see of the cases that only the instructor has: the course's rule, applied to a
// result before it is printed in any format.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "score/result.hpp"

namespace grader::score {

/// all: as of any case. name: the case's name and points. part: the points of all hidden cases of a
/// part together. nothing: only the part's points, which include theirs.
enum class OfHidden { all, name, part, nothing };

inline constexpr OfHidden rules_for_hidden[] = {OfHidden::all, OfHidden::name, OfHidden::part,
                                                OfHidden::nothing};

constexpr std::string_view name_of(OfHidden rule) {
    switch (rule) {
        case OfHidden::all:
            return "all";
        case OfHidden::name:
            return "name";
        case OfHidden::part:
            return "part";
        case OfHidden::nothing:
            return "nothing";
    }
    return "";
}

constexpr std::optional<OfHidden> rule_for_hidden_called(std::string_view name) {
    for (const OfHidden rule : rules_for_hidden)
        if (name_of(rule) == name) return rule;
    return std::nullopt;
}

/// The result as a student may see it. Points of parts and of the lab stay. Unless all is shown,
/// messages, launches, estimates and findings of hidden cases are left out, and what another case's
/// message says about such a finding.
LabResult as_shown(LabResult lab, OfHidden rule);

bool has_hidden_cases(const LabResult& lab);

}  // namespace grader::score
