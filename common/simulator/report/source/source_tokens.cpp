#include "simulator/report/source/source_tokens.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <memory>

#include "simulator/report/source/source_file.hpp"

namespace cusim::report {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_source = 1 << 20;  // bytes

// The longest come first.
constexpr auto operators = std::to_array<std::string_view>(
    {"<<<", ">>>", "<<=", ">>=", "->", "++", "--", "<=", ">=", "==", "!=", "&&",
     "||",  "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=", "^=", "::", "<<", ">>"});

bool begins_name(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_in_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// The position after the blanks and comments at `at`.
std::size_t skip_blanks(std::string_view text, std::size_t at) {
    while (at < text.size()) {
        if (std::isspace(static_cast<unsigned char>(text[at])) != 0)
            ++at;
        else if (text.substr(at, 2) == "//")
            at = std::min(text.find('\n', at), text.size());
        else if (text.substr(at, 2) == "/*")
            at = std::min(text.find("*/", at + 2), text.size() - 2) + 2;
        else
            break;
    }
    return at;
}

std::size_t end_of_literal(std::string_view text, std::size_t at) {
    const char quote = text[at++];
    while (at < text.size() && text[at] != quote && text[at] != '\n')
        at += text[at] == '\\' ? 2 : 1;
    return std::min(at + 1, text.size());
}

std::size_t end_of_token(std::string_view text, std::size_t at) {
    if (text[at] == '"' || text[at] == '\'') return end_of_literal(text, at);
    const bool number = std::isdigit(static_cast<unsigned char>(text[at])) != 0;
    if (number || begins_name(text[at])) {
        std::size_t end = at;
        while (end < text.size() &&
               (is_in_word(text[end]) || (number && (text[end] == '.' || text[end] == '\''))))
            ++end;
        return end;
    }
    for (const auto& each : operators)
        if (text.substr(at, each.size()) == each) return at + each.size();
    return at + 1;
}

std::size_t end_of_directive(std::string_view text, std::size_t at) {
    while (at < text.size() && text[at] != '\n') at += text[at] == '\\' ? 2 : 1;
    return std::min(at, text.size());
}

std::string content(const fs::path& path) {
    return text_of_file(path, longest_source);
}

std::string text_of(const Place& place) {
    if (std::string text = content(place.path); !text.empty()) return text;
    if (place.file.empty() || place.file.starts_with('/')) return {};
    std::error_code unknown;
    const fs::path program = fs::read_symlink("/proc/self/exe", unknown);
    return content(program.parent_path() / "source" / place.file);
}

std::vector<fs::path>& module_folders() {
    static auto& folders = *new std::vector<fs::path>;  // never destroyed: used after local statics
    return folders;
}

std::string text_of_module(const Place& place) {
    if (place.file.empty() || place.file.starts_with('/')) return {};
    for (const fs::path& folder : module_folders())
        if (std::string text = content(folder / "source" / place.file); !text.empty()) return text;
    return {};
}

}  // namespace

bool SourceToken::is_name() const {
    return !text.empty() && begins_name(text.front());
}

SourceTokens::SourceTokens(std::string text) : text_(std::move(text)) {
    const std::string_view source = text_;
    std::size_t counted = 0;
    int line = 1;
    bool line_has_tokens = false;
    for (std::size_t at = skip_blanks(source, 0); at < source.size();
         at = skip_blanks(source, at)) {
        const auto breaks = std::count(source.begin() + static_cast<std::ptrdiff_t>(counted),
                                       source.begin() + static_cast<std::ptrdiff_t>(at), '\n');
        line += static_cast<int>(breaks);
        line_has_tokens = line_has_tokens && breaks == 0;
        counted = at;
        if (source[at] == '#' && !line_has_tokens) {
            const std::size_t end = end_of_directive(source, at);
            read_directive(source.substr(at, end - at));
            at = end;
            continue;
        }
        const std::size_t end = end_of_token(source, at);
        tokens_.push_back({source.substr(at, end - at), line});
        line_has_tokens = true;
        at = end;
    }
    if (!indexing_macros_.empty()) expand_macros();
}

void SourceTokens::read_directive(std::string_view directive) {
    std::vector<std::string_view> words;
    for (std::size_t at = skip_blanks(directive, 1); at < directive.size();
         at = skip_blanks(directive, at)) {
        const std::size_t end = end_of_token(directive, at);
        if (directive[at] != '\\') words.push_back(directive.substr(at, end - at));
        at = end;
    }
    long value = 0;
    if (words.size() < 3 || words[0] != "define") return;
    if (words[2] == "(" && words[1].data() + words[1].size() == words[2].data())
        return read_macro(words);
    if (words.size() != 3) return;
    const auto* const end = words[2].data() + words[2].size();
    if (std::from_chars(words[2].data(), end, value).ptr == end)
        macros_[std::string(words[1])] = value;
}

// `define NAME ( a , b ) body`
void SourceTokens::read_macro(const std::vector<std::string_view>& words) {
    IndexingMacro macro;
    std::size_t at = 3;
    for (; at < words.size() && words[at] != ")"; ++at)
        if (words[at] != ",") macro.parameters.push_back(words[at]);
    for (++at; at < words.size(); ++at) macro.body.push_back(words[at]);
    if (std::ranges::count(macro.body, "[") == 0 || std::ranges::count(macro.body, "#") != 0)
        return;
    const auto [known, is_new] = indexing_macros_.emplace(words[1], std::move(macro));
    if (!is_new) known->second.body.clear();
}

void SourceTokens::expand_macros() {
    std::vector<SourceToken> expanded;
    for (std::size_t at = 0; at < tokens_.size(); ++at) {
        expanded.push_back(tokens_[at]);
        const auto found = indexing_macros_.find(tokens_[at].text);
        if (found == indexing_macros_.end() || !is(at + 1, "(")) continue;
        const IndexingMacro& macro = found->second;
        const std::size_t end = closing(at + 1);
        const std::vector<TokenSpan> given = arguments(at + 1);
        if (end == tokens_.size() || macro.body.empty() || given.size() != macro.parameters.size())
            continue;
        expanded.pop_back();
        for (const std::string_view word : macro.body) {
            const auto parameter = std::ranges::find(macro.parameters, word);
            if (parameter == macro.parameters.end()) {
                expanded.push_back({word, tokens_[at].line});
                continue;
            }
            const TokenSpan argument = given[parameter - macro.parameters.begin()];
            expanded.insert(expanded.end(), tokens_.begin() + argument.begin,
                            tokens_.begin() + argument.end);
        }
        at = end;
    }
    tokens_ = std::move(expanded);
}

std::size_t SourceTokens::semicolon(std::size_t at, std::size_t end) const {
    while (at < end && !is(at, ";")) ++at;
    return at;
}

bool SourceTokens::begins_statement(std::size_t at) const {
    constexpr auto before = std::to_array<std::string_view>({";", "{", "}", "else"});
    constexpr auto heads = std::to_array<std::string_view>({"if", "constexpr", "for", "while"});
    const auto stands = [&](std::size_t where, const auto& words) {
        return std::ranges::any_of(words, [&](auto text) { return is(where, text); });
    };
    if (at == 0) return false;
    if (!is(at - 1, ")")) return stands(at - 1, before);
    const std::size_t open = opening(at - 1);
    if (open == 0 || open == size()) return false;
    const bool drops_value = open + 2 == at - 1 && is(open + 1, "void");
    return stands(open - 1, heads) || (drops_value && begins_statement(open));
}

std::size_t SourceTokens::opening(std::size_t close) const {
    int depth = 0;
    for (std::size_t at = close + 1; at-- > 0;) {
        if (is(at, ")")) ++depth;
        if (is(at, "(") && --depth == 0) return at;
    }
    return size();
}

std::vector<TokenSpan> SourceTokens::arguments(std::size_t open) const {
    const std::size_t close = closing(open);
    std::vector<TokenSpan> all;
    std::size_t begin = open + 1;
    for (std::size_t at = begin; at <= close; ++at) {
        if (at < close && (is(at, "(") || is(at, "["))) {
            at = closing(at);
        } else if (at == close || is(at, ",")) {
            all.push_back({begin, at});
            begin = at + 1;
        }
    }
    return all;
}

std::size_t SourceTokens::closing(std::size_t open) const {
    constexpr std::string_view openers = "([{", closers = ")]}";
    int depth = 0;
    for (std::size_t at = open; at < tokens_.size(); ++at) {
        if (tokens_[at].text.size() != 1) continue;
        if (openers.find(tokens_[at].text[0]) != openers.npos) ++depth;
        if (closers.find(tokens_[at].text[0]) != closers.npos && --depth == 0) return at;
    }
    return tokens_.size();
}

std::string SourceTokens::spelling(TokenSpan span) const {
    std::string result;
    for (std::size_t at = span.begin; at < span.end; ++at) {
        const auto& text = tokens_[at].text;
        if (at > span.begin &&
            tokens_[at - 1].text.data() + tokens_[at - 1].text.size() != text.data())
            result += ' ';
        result += text;
    }
    return result;
}

void look_for_sources_beside(const std::string& module) {
    const fs::path folder = fs::path(module).parent_path();
    if (std::ranges::count(module_folders(), folder) == 0) module_folders().push_back(folder);
}

const SourceTokens* source_of(const Place& place) {
    // Read only once, since the program may change files before a report. Never destroyed: used
    // after local statics.
    static auto& known = *new std::map<std::string, std::unique_ptr<SourceTokens>>;
    const auto [entry, is_new] = known.try_emplace(place.path);
    if (is_new) {
        std::string text = text_of_module(place);
        if (text.empty()) text = text_of(place);
        if (!text.empty()) entry->second = std::make_unique<SourceTokens>(std::move(text));
    }
    return entry->second.get();
}

}  // namespace cusim::report
