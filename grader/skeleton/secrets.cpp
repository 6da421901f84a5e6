#include "skeleton/secrets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "skeleton/derive.hpp"
#include "whole_file.hpp"

namespace grader::skeleton {
namespace {

struct Token {
    std::string_view text;
    int line;
};

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// Words and single characters, without comments.
std::vector<Token> tokens_of(std::string_view text) {
    std::vector<Token> tokens;
    int line = 1;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i + 1;
        if (text.substr(i, 2) == "//") {
            end = std::min(text.find('\n', i), text.size());
        } else if (text.substr(i, 2) == "/*") {
            end = text.find("*/", i + 2);
            end = end == text.npos ? text.size() : end + 2;
        } else if (is_word(text[i])) {
            while (end < text.size() && is_word(text[end])) ++end;
            tokens.push_back({text.substr(i, end - i), line});
        } else if (!std::isspace(static_cast<unsigned char>(text[i]))) {
            tokens.push_back({text.substr(i, 1), line});
        }
        line += static_cast<int>(std::count(text.begin() + i, text.begin() + end, '\n'));
        i = end;
    }
    return tokens;
}

std::string run_of(const std::vector<Token>& tokens, std::size_t first, std::size_t count) {
    std::string run;
    for (std::size_t i = first; i < first + count; ++i) {
        run += tokens[i].text;
        run += ' ';
    }
    return run;
}

std::string content_of(const std::filesystem::path& file) {
    auto content = kit_io::read_whole(file);
    if (!content) throw SkeletonError("cannot read " + file.string());
    return std::move(*content);
}

std::string lines_of(std::string_view text, const source::Lines& lines) {
    std::string some;
    for (int number = 1; !text.empty() && number <= lines.last; ++number) {
        const auto line = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
        if (number >= lines.first) some += line;
        text.remove_prefix(line.size());
    }
    return some;
}

}  // namespace

Secrets::Secrets(const lab::Kit& kit, std::size_t window) : window_(window) {
    if (!kit.has_solutions()) return;
    for (const auto& slug : kit.slugs)
        for (const auto& name : lab::load(kit.labs() / slug).editable)
            add(content_of(kit.solutions() / slug / name), slug + "/" + name);
}

void Secrets::add(std::string_view solution, const std::string& name) {
    for (const auto& region : regions(solution, name)) {
        const auto text = lines_of(solution, region);
        const auto tokens = tokens_of(text);
        for (std::size_t i = 0; i + window_ <= tokens.size(); ++i)
            secrets_.try_emplace(run_of(tokens, i, window_),
                                 fmt::format("{}:{}", name, region.first + tokens[i].line - 1));
    }
}

std::optional<Leak> Secrets::leak_in(std::string_view text) const {
    const auto tokens = tokens_of(text);
    for (std::size_t i = 0; i + window_ <= tokens.size(); ++i)
        if (const auto found = secrets_.find(run_of(tokens, i, window_)); found != secrets_.end())
            return Leak{tokens[i].line, found->second};
    return std::nullopt;
}

std::string Secrets::without_listings(std::string_view page) const {
    std::string kept, listing;
    bool inside = false;
    while (!page.empty()) {
        const auto line = page.substr(0, std::min(page.find('\n'), page.size() - 1) + 1);
        page.remove_prefix(line.size());
        const auto start = std::min(line.find_first_not_of(' '), line.size());
        const bool fence = line.substr(start).starts_with("```");
        if (!inside && !fence) {
            kept += line;
            continue;
        }
        listing += line;
        if (fence) inside = !inside;
        if (inside) continue;
        kept += leak_in(listing)
                    ? std::string(start, ' ') +
                          "*(What stands here in the course's own copy is for you to write.)*\n"
                    : listing;
        listing.clear();
    }
    return kept + listing;
}

}  // namespace grader::skeleton
