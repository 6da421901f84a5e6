#include "lab/todos.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>

#include "simulator/simcc/tokens/brackets.hpp"
#include "simulator/simcc/tokens/lexer.hpp"

namespace grader::lab {
namespace {

using cusim::simcc::Token;
using cusim::simcc::TokenKind;

bool has_todo(const std::string& text) {
    return text.find("TODO") != text.npos;
}

/// The definitions of a source's functions: the text from the name to the closing brace, and the
/// names in it.
class Definitions {
  public:
    explicit Definitions(std::string_view source)
        : source_(source), text_(cusim::simcc::lex(source, "")), brackets_(text_.tokens) {
        const auto& tokens = text_.tokens;
        for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
            if (tokens[at].kind != TokenKind::identifier || !tokens[at + 1].is("(")) continue;
            if (brackets_.enclosing_brace(at) != cusim::simcc::none) continue;
            const std::size_t body = partner(at + 1) + 1;
            if (body >= tokens.size() || !tokens[body].is("{")) continue;
            const std::size_t end = partner(body);
            if (end >= tokens.size()) continue;
            known_.try_emplace(tokens[at].text, at, end);
        }
    }

    /// Without carriage returns, which an editor may add; empty if there is none of this name.
    std::string text_of(std::string_view name) const {
        const auto found = known_.find(name);
        if (found == known_.end()) return "";
        const auto [first, last] = found->second;
        const std::size_t begin = text_.tokens[first].offset;
        std::string text(source_.substr(begin, text_.tokens[last].end() - begin));
        std::erase(text, '\r');
        return text;
    }

    std::set<std::string_view> names() const {
        std::set<std::string_view> all;
        for (const auto& [name, tokens] : known_) all.insert(name);
        return all;
    }

    /// `name`, and all functions of the source that it leads to.
    std::set<std::string_view> reached_from(std::string_view name) const {
        std::set<std::string_view> reached;
        reach(name, reached);
        return reached;
    }

  private:
    std::size_t partner(std::size_t at) const {
        return std::min(brackets_.partner(at), text_.tokens.size());
    }

    void reach(std::string_view name, std::set<std::string_view>& reached) const {
        const auto found = known_.find(name);
        if (found == known_.end() || !reached.insert(found->first).second) return;
        for (std::size_t at = found->second.first; at < found->second.second; ++at)
            reach(text_.tokens[at].text, reached);
    }

    std::string_view source_;
    cusim::simcc::Tokens text_;
    cusim::simcc::Brackets brackets_;
    std::map<std::string_view, std::pair<std::size_t, std::size_t>> known_;
};

}  // namespace

bool is_untouched(std::string_view function, const std::string& handed_out,
                  const std::string& submitted) {
    const Definitions before(handed_out), now(submitted);
    bool is_left_to_do = false;
    for (const std::string_view name : before.reached_from(function)) {
        const std::string text = before.text_of(name);
        if (!has_todo(text)) continue;
        if (now.text_of(name) != text) return false;
        is_left_to_do = true;
    }
    return is_left_to_do;
}

std::map<std::string, bool> unfinished_functions(const std::string& source) {
    const Definitions all(source);
    std::map<std::string, bool> functions;
    for (const std::string_view name : all.names())
        functions[std::string(name)] = std::ranges::any_of(
            all.reached_from(name),
            [&](const std::string_view reached) { return has_todo(all.text_of(reached)); });
    return functions;
}

}  // namespace grader::lab
