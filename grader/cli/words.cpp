#include "cli/words.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>

#include "lab/lab.hpp"

namespace grader::cli {
namespace {

bool is_option(const std::string& word) {
    return word.starts_with('-');
}

bool begins_with_digit(const std::string& word) {
    return !word.empty() && std::isdigit(static_cast<unsigned char>(word.front()));
}

/// Whether there is a lab among the first `count` words that is not the value of an option.
bool has_lab(const std::vector<std::string>& words, std::ptrdiff_t count) {
    for (std::ptrdiff_t i = 0; i < count; ++i) {
        const bool is_value =
            i > 0 && is_option(words[i - 1]) && words[i - 1].find('=') == std::string::npos;
        if (!is_value && (begins_with_digit(words[i]) || words[i] == "all")) return true;
    }
    return false;
}

}  // namespace

std::vector<std::string> with_program_arguments(const CLI::App& run,
                                                std::vector<std::string> words) {
    if (words.size() < 2 || words[0] != "run" || std::ranges::count(words, "--")) return words;
    std::vector<std::string> own{words[0]}, program;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const auto name = words[i].substr(0, words[i].find('='));
        const auto* const option = name.starts_with('-') ? run.get_option_no_throw(name) : nullptr;
        const bool flag = option && option->get_expected_max() == 0;
        const bool valued = option && !flag;
        const bool lab = own.size() == 1 && program.empty() && !name.starts_with('-');
        auto& to = flag || valued || lab ? own : program;
        to.push_back(words[i]);
        if (valued && name == words[i] && i + 1 < words.size()) own.push_back(words[++i]);
    }
    if (program.empty()) return own;
    own.push_back("--");
    own.insert(own.end(), program.begin(), program.end());
    return own;
}

void expect_quoted_case(const std::vector<std::string>& words) {
    const auto end = std::ranges::find(words, "--");
    const auto option = std::find_if(words.begin(), end, [](const std::string& word) {
        return word == "--case" || word.starts_with("--case=");
    });
    if (option == end) return;
    const auto value = *option == "--case" ? option + 1 : option;
    if (value >= end || value + 1 == end || is_option(value[1])) return;
    // If no lab came before, labs may follow: `--case values 02 03`.
    const bool labs_before = has_lab(words, option - words.begin());
    if (!labs_before && begins_with_digit(value[1]) && value[1].size() > 1) return;
    std::string meant = *option == "--case" ? *value : value->substr(value->find('=') + 1);
    for (auto word = value + 1; word < end && !is_option(*word); ++word) meant += " " + *word;
    throw lab::LabError("quotes hold a case's name together: --case \"" + meant +
                        "\"; labs stand before it");
}

}  // namespace grader::cli
