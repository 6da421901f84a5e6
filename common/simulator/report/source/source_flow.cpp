// Walks through the statements down to the one that contains the place. Collects the conditions of
// the branches taken, the conditions whose branches would have left the function or loop, and
// declarations.
#include "simulator/report/source/source_flow.hpp"

#include <algorithm>
#include <array>

namespace cusim::report {
namespace {

bool opens(const SourceToken& token) {
    return token.is("(") || token.is("[") || token.is("{");
}

class Walk {
  public:
    Walk(const SourceTokens& tokens, std::size_t place) : tokens_(tokens), place_(place) {}

    Flow run() {
        if (!find_function()) return {};
        block({flow_.body.begin + 1, flow_.body.end});
        forget_what_changes();
        return std::move(flow_);
    }

  private:
    bool is(std::size_t at, std::string_view spelling) const { return tokens_.is(at, spelling); }

    // Finds the outermost braces around the place that follow a list of parameters.
    bool find_function() {
        for (std::size_t at = 0; at < place_; ++at) {
            if (!is(at, "{")) continue;
            const std::size_t end = tokens_.closing(at);
            if (end < place_) {
                at = end;
                continue;
            }
            if (at == 0 || !is(at - 1, ")")) continue;
            return read_head(at, end);
        }
        return false;
    }

    bool read_head(std::size_t brace, std::size_t end) {
        std::size_t open = brace - 1;
        for (int depth = 0; open > 0; --open) {
            depth += is(open, ")") - is(open, "(");
            if (depth == 0) break;
        }
        if (open == 0 || !tokens_[open - 1].is_name()) return false;
        flow_.function = tokens_[open - 1].text;
        flow_.parameters = {open + 1, brace - 1};
        flow_.body = {brace, end};
        return true;
    }

    // One past the end of the statement that begins at `at`.
    std::size_t end_of_statement(std::size_t at) const {
        if (is(at, "{")) return tokens_.closing(at) + 1;
        if (is(at, "if") || is(at, "for") || is(at, "while") || is(at, "switch")) {
            const std::size_t open = is(at + 1, "constexpr") ? at + 2 : at + 1;
            std::size_t end = end_of_statement(tokens_.closing(open) + 1);
            if (is(at, "if") && is(end, "else")) end = end_of_statement(end + 1);
            return end;
        }
        if (is(at, "do")) return end_of_simple(end_of_statement(at + 1));
        return end_of_simple(at);
    }

    std::size_t end_of_simple(std::size_t at) const {
        for (; at < tokens_.size() && !is(at, ";"); ++at)
            if (opens(tokens_[at])) at = tokens_.closing(at);
        return std::min(at + 1, tokens_.size());
    }

    void block(TokenSpan span) {
        scope_ = span;
        for (std::size_t at = span.begin; at < span.end;) {
            const std::size_t end = end_of_statement(at);
            if (end <= at || end > span.end) return;
            if (TokenSpan{at, end}.has(place_)) return statement({at, end});
            pass({at, end});
            at = end;
        }
    }

    // Handles a statement that does not contain the place, after which the program continued.
    void pass(TokenSpan span) {
        if (is(span.begin, "if")) {
            const std::size_t close = tokens_.closing(span.begin + 1);
            std::size_t first = close + 1;
            if (is(first, "{")) ++first;
            const bool leaves = is(first, "return") || is(first, "continue") || is(first, "break");
            const std::size_t end = end_of_statement(close + 1);
            if (is(close + 1, ";") && end == span.end)
                flow_.idle.push_back({{span.begin + 2, close}, true});
            if (leaves && end == span.end) add({span.begin + 2, close}, false);
            return;
        }
        declaration(span);
    }

    // `int i = …, j = …;`, `const auto k = …;`
    void declaration(TokenSpan span) {
        for (std::size_t at = span.begin; at + 1 < span.end; ++at) {
            if (opens(tokens_[at])) {
                at = tokens_.closing(at);
                continue;
            }
            if (!is(at + 1, "=") || !tokens_[at].is_name()) continue;
            std::size_t end = at + 2;
            for (; end < span.end && !is(end, ",") && !is(end, ";"); ++end)
                if (opens(tokens_[end])) end = tokens_.closing(end);
            const bool declares = at > span.begin && (tokens_[at - 1].is_name() || is(at - 1, ","));
            if (declares) {
                flow_.locals[std::string(tokens_[at].text)] = {at + 2, end};
                scopes_[std::string(tokens_[at].text)] = scope_;
            }
            at = end - 1;
        }
    }

    void statement(TokenSpan span) {
        const std::size_t at = span.begin;
        if (is(at, "{")) return block({at + 1, span.end - 1});
        if (is(at, "if")) return branch(span);
        if (is(at, "for") || is(at, "while")) return loop(span);
        if (is(at, "do")) {
            flow_.loops.push_back({{}, {at + 1, span.end}, {}});
            return statement({at + 1, end_of_statement(at + 1)});
        }
        declaration({at, place_});
        within_expression({at, span.end});
    }

    void branch(TokenSpan span) {
        const std::size_t open = is(span.begin + 1, "constexpr") ? span.begin + 2 : span.begin + 1;
        const TokenSpan condition{open + 1, tokens_.closing(open)};
        if (condition.has(place_)) return within_expression(condition);
        const TokenSpan then{condition.end + 1, end_of_statement(condition.end + 1)};
        add(condition, then.has(place_));
        statement(then.has(place_) ? then : TokenSpan{then.end + 1, span.end});
    }

    void loop(TokenSpan span) {
        const TokenSpan head{span.begin + 2, tokens_.closing(span.begin + 1)};
        const TokenSpan body{head.end + 1, span.end};
        TokenSpan condition = head;
        Loop found{head, body, {}};
        if (is(span.begin, "for")) {
            const std::size_t first = end_of_simple(head.begin);
            const bool has_parts = first < head.end;  // not `for (int i : list)`
            condition = has_parts ? TokenSpan{first, end_of_simple(first) - 1} : TokenSpan{};
            if (has_parts) found.counter = counter_of({head.begin, first});
        }
        flow_.loops.push_back(found);
        if (head.has(place_)) return within_expression(head);
        if (!condition.empty()) add(condition, true);
        statement(body);
    }

    std::string counter_of(TokenSpan initialiser) const {
        for (std::size_t at = initialiser.begin; at + 1 < initialiser.end; ++at)
            if (is(at + 1, "=") && tokens_[at].is_name()) return std::string(tokens_[at].text);
        return {};
    }

    // `c ? A[i] : 0`, `c && A[i]`
    void within_expression(TokenSpan span) {
        std::size_t begin = span.begin;
        for (std::size_t at = span.begin; at < place_; ++at) {
            if (opens(tokens_[at])) {
                const std::size_t close = tokens_.closing(at);
                if (close >= place_)
                    begin = at + 1;
                else
                    at = close;
            } else if (is(at, "=") || is(at, ",") || is(at, "return") || is(at, "+=")) {
                begin = at + 1;
            } else if (is(at, "&&")) {
                add({begin, at}, true);
                begin = at + 1;
            } else if (is(at, "?")) {
                const std::size_t colon = colon_of(at);
                add({begin, at}, place_ < colon);
                begin = (place_ < colon ? at : colon) + 1;
                if (place_ > colon) at = colon;
            }
        }
    }

    std::size_t colon_of(std::size_t question) const {
        int depth = 0;
        for (std::size_t at = question; at < tokens_.size() && !is(at, ";"); ++at) {
            if (opens(tokens_[at])) at = tokens_.closing(at);
            depth += is(at, "?") - is(at, ":");
            if (depth == 0) return at;
        }
        return tokens_.size();
    }

    // If `a && b` is true, both are true. If `a || b` is false, both are false.
    void add(TokenSpan expression, bool is_true) {
        const std::string_view joint = is_true ? "&&" : "||";
        std::size_t begin = expression.begin;
        for (std::size_t at = expression.begin; at < expression.end; ++at) {
            if (opens(tokens_[at])) {
                at = tokens_.closing(at);
            } else if (is(at, joint)) {
                flow_.conditions.push_back({{begin, at}, is_true});
                begin = at + 1;
            }
        }
        flow_.conditions.push_back({{begin, expression.end}, is_true});
    }

    // If a variable is set elsewhere, too, its declaration does not give its value. In another
    // scope, one of the same name is another one.
    void forget_what_changes() {
        std::erase_if(flow_.locals, [&](const auto& local) {
            return is_set_in(tokens_, scopes_.find(local.first)->second, local.first);
        });
    }

    const SourceTokens& tokens_;
    const std::size_t place_;
    Flow flow_;
    TokenSpan scope_;                                       // the innermost block so far
    std::map<std::string, TokenSpan, std::less<>> scopes_;  // of the locals
};

// The only comparison of the expression outside brackets; the end of the expression if there is
// none.
std::size_t comparison_in(const SourceTokens& tokens, TokenSpan expression) {
    std::size_t found = expression.end;
    for (std::size_t at = expression.begin; at < expression.end; ++at) {
        if (opens(tokens[at])) {
            at = tokens.closing(at);
            continue;
        }
        const bool compares =
            tokens.is(at, "<") || tokens.is(at, "<=") || tokens.is(at, ">") || tokens.is(at, ">=");
        if (tokens.is(at, "||") || tokens.is(at, "&&") || tokens.is(at, "?") ||
            (compares && found != expression.end))
            return expression.end;
        if (compares) found = at;
    }
    return found;
}

}  // namespace

namespace {

// `ty` of `int tx = 0, ty = 1;`
bool is_declared_behind_comma(const SourceTokens& tokens, std::size_t at) {
    if (!tokens.is(at - 1, ",")) return false;
    int depth = 0;
    std::size_t begin = at - 1;
    for (; begin > 0; --begin) {
        const bool closes = tokens.is(begin, ")") || tokens.is(begin, "]");
        depth += closes - (opens(tokens[begin]) && !tokens.is(begin, "{"));
        if (depth < 0 || tokens.is(begin, ";") || tokens.is(begin, "{") || tokens.is(begin, "}"))
            break;
    }
    return tokens[begin + 1].is_name() && tokens[begin + 2].is_name() &&
           !tokens.is(begin + 1, "return");
}

}  // namespace

LoopClauses clauses_of(const SourceTokens& tokens, const Loop& loop) {
    const TokenSpan head = loop.head;
    if (head.empty() || !tokens.is(head.begin - 2, "for")) return {.condition = head};
    const std::size_t first = tokens.semicolon(head.begin, head.end);
    if (first == head.end) return {};
    const std::size_t second = tokens.semicolon(first + 1, head.end);
    return {{head.begin, first}, {first + 1, second}, {second + 1, head.end}};
}

bool is_set_in(const SourceTokens& tokens, TokenSpan span, std::string_view variable) {
    constexpr auto setters = std::to_array<std::string_view>(
        {"=", "+=", "-=", "*=", "/=", "%=", "++", "--", ">>=", "<<=", "&=", "|=", "^="});
    for (std::size_t at = span.begin; at < span.end; ++at) {
        if (!tokens.is(at, variable) || tokens.is(at - 1, ".") || tokens.is(at - 1, "->")) continue;
        const bool declared = (tokens[at - 1].is_name() && !tokens.is(at - 1, "else")) ||
                              is_declared_behind_comma(tokens, at);
        const bool is_set =
            std::ranges::any_of(setters, [&](auto setter) { return tokens.is(at + 1, setter); });
        // `*p = …` sets what the pointer points to, and `float* p = …` declares it.
        if (tokens.is(at - 1, "*") && is_set && tokens[at + 1].text.ends_with('=')) continue;
        if ((is_set && !(declared && tokens.is(at + 1, "="))) || tokens.is(at - 1, "++") ||
            tokens.is(at - 1, "--") ||
            (tokens.is(at - 1, "&") && tokens.is(at - 2, "(") && !tokens.is(at + 1, "[")))
            return true;
    }
    return false;
}

Flow flow_to(const SourceTokens& tokens, std::size_t place) {
    return Walk(tokens, place).run();
}

Flow flow_to_line(const SourceTokens& tokens, int line) {
    for (std::size_t at = 0; at < tokens.size(); ++at)
        if (tokens[at].line == line) return flow_to(tokens, at);
    return {};
}

std::vector<Bound> bounds_in(const SourceTokens& tokens, const std::vector<Condition>& conditions) {
    std::vector<Bound> result;
    for (const Condition& condition : conditions) {
        const TokenSpan all = condition.expression;
        const std::size_t at = comparison_in(tokens, all);
        if (at == all.end) continue;
        const TokenSpan left{all.begin, at}, right{at + 1, all.end};
        const bool less = tokens[at].text.front() == '<';
        const bool strict = tokens[at].text.size() == 1;
        // !(a < b) is b <= a
        const bool left_is_smaller = less == condition.is_true;
        result.push_back({left_is_smaller ? left : right, left_is_smaller ? right : left,
                          strict != condition.is_true, condition, at});
    }
    return result;
}

}  // namespace cusim::report
