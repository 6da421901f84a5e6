#include "mutants/operators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "mutants/kinds.hpp"

namespace grader::mutants {

namespace {

using Tables = std::initializer_list<const std::vector<Operator>*>;

std::vector<Operator> joined(Tables tables) {
    std::vector<Operator> all;
    for (const auto* table : tables) all.insert(all.end(), table->begin(), table->end());
    return all;
}

}  // namespace

// Created on first use, after the tables in other files have been initialised.
std::span<const Operator> operators() {
    static const auto all = joined({&cuda_operators, &statement_operators, &expression_operators});
    return all;
}

std::span<const Operator> repairs() {
    static const auto all =
        joined({&cuda_operators, &statement_operators, &expression_operators, &repair_operators});
    return all;
}

const Operator& find_operator(const std::string& name) {
    std::string known;
    for (const Operator& candidate : operators()) {
        if (candidate.name == name) return candidate;
        known += (known.empty() ? "" : ", ") + candidate.name;
    }
    throw MutantsError(fmt::format("unknown operator '{}'; there are {}", name, known));
}

Changes changes_of(const Operator& which, const Source& source) {
    Changes changes;
    for (std::size_t i = 0; i < source.size(); ++i)
        if (source.may_change(i)) which.apply(source, i, changes);
    std::erase_if(changes, [&](const Change& change) {
        const auto [begin, end] = change.range;
        if (begin >= end || source.text(change.range) == change.text) return true;
        for (std::size_t i = begin; i < end; ++i)
            if (!source.may_change(i)) return true;
        return false;
    });
    return changes;
}

}  // namespace grader::mutants
