#include "class/columns.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "class/files.hpp"
#include "class/letters.hpp"

namespace grader::classes {

std::vector<std::string> words_of_name(std::string_view name) {
    std::vector<std::string> words(1);
    for (const char c : folded(name)) {
        if (c == ' ' || c == ',' || c == '\t') {
            if (!words.back().empty()) words.emplace_back();
        } else {
            words.back() += c;
        }
    }
    if (words.back().empty()) words.pop_back();
    std::ranges::sort(words);
    return words;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

const std::string& cell(const Row& row, std::size_t column) {
    static const std::string nothing;
    return column < row.size() ? row[column] : nothing;
}

Columns::Columns(const Table& table, const char* what) : what_(what) {
    if (table.empty()) throw ClassError(fmt::format("this is not a {}: it is empty", what));
    head_ = table.front();
}

std::optional<std::size_t> Columns::find(std::string_view name) const {
    for (std::size_t i = 0; i < head_.size(); ++i)
        if (words_of_name(head_[i]) == words_of_name(name)) return i;
    return std::nullopt;
}

std::size_t Columns::expect(std::string_view name) const {
    const auto found = find(name);
    if (!found)
        throw ClassError(fmt::format(
            "this is not a {}: it has no column '{}', and begins with {}. The names are in "
            "English if your account's language is",
            what_, name, first_names()));
    return *found;
}

std::string Columns::first_names() const {
    constexpr std::size_t most = 4;
    std::string names;
    for (std::size_t i = 0; i < std::min(most, head_.size()); ++i)
        names += fmt::format("{}'{}'", i == 0 ? "" : ", ", head_[i]);
    return names;
}

}  // namespace grader::classes
