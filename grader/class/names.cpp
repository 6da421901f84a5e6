#include "class/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <regex>

namespace grader::classes {
namespace {

constexpr std::string_view archive_endings[] = {".zip",     ".tar",    ".tar.gz",  ".tgz",
                                                ".tar.bz2", ".tar.xz", ".tar.zst", ".7z"};
constexpr std::string_view other_packings[] = {".rar", ".gz",   ".bz2", ".xz",
                                               ".zst", ".lzma", ".lz",  ".z"};
constexpr std::string_view source_endings[] = {".cu", ".cuh", ".py", ".toml"};
constexpr std::size_t longest_name = 120;

std::string lower(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::tolower(c); });
    return result;
}

bool drop_ending(std::string& text, std::string_view ending) {
    if (!text.ends_with(ending)) return false;
    text.erase(text.size() - ending.size());
    return true;
}

bool has_source_ending(std::string_view name) {
    return std::ranges::any_of(source_endings,
                               [&](std::string_view ending) { return name.ends_with(ending); });
}

/// Removes what browsers and systems append to a name that is already used.
std::string undecorated(std::string name) {
    if (auto plain = name; drop_ending(plain, ".txt") && has_source_ending(plain)) name = plain;
    const auto dot = name.rfind('.');
    if (dot == name.npos) return name;
    static const std::regex again(
        R"([ _-]*\([0-9]{1,3}\)$|[-_][0-9]{1,2}$|[ _-]+copy( ?[0-9]+)?$)");
    static const std::regex copy_of(R"(^copy of )");
    auto stem = name.substr(0, dot);
    for (std::smatch match; std::regex_search(stem, match, again) && match.position() > 0;)
        stem.erase(static_cast<std::size_t>(match.position()));
    return std::regex_replace(stem, copy_of, "") + name.substr(dot);
}

bool is_separator(char c) {
    return c == '_' || c == '-' || c == ' ' || c == '.';
}

std::string with_dashes(std::string text) {
    std::ranges::replace_if(
        text, [](char c) { return c == '_' || c == ' '; }, '-');
    return text;
}

std::optional<int> number_meant(const std::string& component) {
    static const std::regex after_word(R"((^|[^a-z])lab[-_ #]*0*([0-9]{1,2})([^0-9]|$))");
    static const std::regex at_start(R"(^0*([0-9]{1,2})([-_ .]|$))");
    std::smatch match;
    if (std::regex_search(component, match, after_word)) return std::stoi(match[2]);
    if (std::regex_search(component, match, at_start)) return std::stoi(match[1]);
    return std::nullopt;
}

}  // namespace

std::string without_archive_ending(std::string_view name) {
    const auto small = lower(name);
    std::size_t most = 0;
    for (const auto ending : archive_endings)
        if (small.ends_with(ending) && small.size() > ending.size())
            most = std::max(most, ending.size());
    return std::string(name.substr(0, name.size() - most));
}

bool is_packed_otherwise(std::string_view name) {
    const auto small = lower(name);
    return std::ranges::any_of(other_packings, [&](std::string_view ending) {
        return small.ends_with(ending) && without_archive_ending(small) == small;
    });
}

bool may_be_handed_in(std::string_view name) {
    return has_source_ending(undecorated(lower(name.substr(name.rfind('/') + 1))));
}

Alike alike(std::string_view name, std::string_view wanted) {
    if (name == wanted) return Alike::exactly;
    const auto plain = undecorated(lower(name));
    const auto small = lower(wanted);
    if (plain == small) return Alike::renamed;
    const bool behind_something = plain.size() > small.size() && plain.ends_with(small) &&
                                  is_separator(plain[plain.size() - small.size() - 1]);
    return behind_something ? Alike::renamed : Alike::no;
}

std::optional<std::string> lab_meant(std::string_view component,
                                     std::span<const std::string> slugs) {
    const auto small = lower(component);
    const auto dashed = with_dashes(small);
    for (const auto& slug : slugs)
        if (dashed.find(slug.substr(slug.find('-') + 1)) != dashed.npos) return slug;
    const auto number = number_meant(small);
    for (const auto& slug : slugs)
        if (number && std::stoi(slug) == *number) return slug;
    return std::nullopt;
}

std::optional<std::string> student_in_download(std::string_view name) {
    static const std::regex moodle(R"((.+_[0-9]+)_assignsubmission_.*)");
    static const std::regex canvas(R"(([^_]+)(?:_LATE)?(_[0-9]+)_[0-9]+_.+)");
    const std::string whole(name);
    std::smatch match;
    if (std::regex_match(whole, match, moodle)) return match[1].str();
    if (std::regex_match(whole, match, canvas)) return match[1].str() + match[2].str();
    return std::nullopt;
}

std::string files_more(std::size_t left_out) {
    return fmt::format("(and {} files more)", left_out);
}

std::string file_name_for(std::string_view name) {
    std::string safe;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = std::isalnum(byte) || byte >= 0x80 || c == '-' || c == '_' || c == ' ' ||
                           (c == '.' && !safe.empty());
        safe += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
    }
    if (safe.size() <= longest_name) return safe.empty() ? "%" : safe;
    return fmt::format("{}%{:016x}", safe.substr(0, longest_name),
                       std::hash<std::string_view>{}(name));
}

}  // namespace grader::classes
