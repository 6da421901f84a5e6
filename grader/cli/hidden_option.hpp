// The option that says what a report shows of an instructor's hidden cases.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "score/hidden.hpp"

namespace grader::cli {

inline void add_hidden_option(CLI::App& app, const std::string& name, score::OfHidden& rule) {
    std::vector<std::string> names;
    for (const auto known : score::rules_for_hidden) names.emplace_back(score::name_of(known));
    app.add_option_function<std::string>(
           name, [&rule](const std::string& word) { rule = *score::rule_for_hidden_called(word); },
           "what to show of hidden cases: all, as of others; their names and points; their points "
           "by part; or nothing, with their points in the part's")
        ->check(CLI::IsMember(names));
}

}  // namespace grader::cli
