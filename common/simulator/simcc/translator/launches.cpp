// A launch is a call: `k<T><<<g, b, s>>>(a)` becomes `(::cusim::configure(g, b, s), k<T>(a))`. And
// `cudaLaunchKernel(…);`, whose result nobody reads, becomes
// `(::cusim::NobodyReads(), cudaLaunchKernel(…));`. So does cudaEventElapsedTime: what it was to
// store is used all the same.
//
// The runtime keeps the configuration until the kernel's wrapper asks for it. This file finds where
// the called expression begins and where the configuration ends.
#include <algorithm>
#include <array>
#include <string_view>

#include "simulator/simcc/translator/passes.hpp"

namespace cusim::simcc {
namespace {

class Launch {
  public:
    Launch(Context& context, std::size_t open) : context_(context), open_(open) {}

    void translate() {
        const std::size_t close = find_close();
        const std::size_t begin = close == none ? none : callee_begin();
        const std::size_t end = begin == none ? none : context_.brackets.partner(close + 3);
        if (end == none) {
            complain("a kernel launch must read kernel<<<blocks, threads>>>(arguments)");
            return;
        }
        const TokenRange configuration = {open_ + 1, close};
        const auto count =
            split_at_commas(context_.source.tokens, context_.brackets, configuration).size();
        if (count < 2 || count > 4) {
            complain(
                "a launch configuration has two to four parts: "
                "<<<blocks, threads, shared memory bytes, stream>>>");
            return;
        }
        context_.edits.insert_before(begin, {{"(::cusim::configure(", configuration}, {"), ", {}}});
        context_.edits.move_away({open_, close + 3});
        context_.edits.insert_after(end, {{")", {}}});
    }

  private:
    void complain(std::string message) {
        context_.complain(context_.token(open_), Severity::error, std::move(message));
    }

    /// `>>>(`; nvcc accepts blanks before the third '>'.
    bool closes_at(std::size_t i) const {
        return context_.is(i, ">") && context_.is(i + 1, ">") && context_.is(i + 2, ">") &&
               context_.is(i + 3, "(") && context_.token(i).end() == context_.token(i + 1).offset;
    }

    /// The first `>>>(` outside brackets. If three template lists are open there and a later one
    /// follows, that one is meant: `k<<<f<g<h<int>>>(n), 32>>>(a)`.
    std::size_t find_close() const {
        std::size_t found = none;
        int lists = 0;
        for (std::size_t i = open_ + 1; i < context_.source.tokens.size(); ++i) {
            if (context_.is(i, ";") || context_.is(i, "<<<") || context_.brackets.is_closer(i))
                break;
            if (closes_at(i)) {
                found = i;
                if (lists < 3) break;
                lists -= 3;
                i += 2;
            } else if (context_.brackets.is_opener(i)) {
                if (context_.brackets.partner(i) == none) break;
                i = context_.brackets.partner(i);
            } else if (context_.is(i, "<") && context_.token(i - 1).kind == TokenKind::identifier) {
                ++lists;
            } else if (context_.is(i, ">") && lists > 0) {
                --lists;
            }
        }
        return found;
    }

    /// Walks backwards over a postfix expression: `(*table)[i]`, `a.b->c`, `ns::k<T, (a > b)>`,
    /// `f(x)`.
    std::size_t callee_begin() const {
        std::size_t begin = open_;
        while (true) {
            const std::size_t operand = operand_before(begin);
            if (operand == none) return begin == open_ ? none : begin;
            begin = operand;
            while (begin > 0 && joins_names(begin - 1)) {
                --begin;
                if (context_.is(begin, "template")) --begin;
                const std::size_t left = operand_before(begin);
                if (left == none) break;
                begin = left;
            }
            if (!is_postfix_group(begin)) return begin;
        }
    }

    bool joins_names(std::size_t i) const {
        return context_.is(i, "::") || context_.is(i, ".") || context_.is(i, "->") ||
               (context_.is(i, "template") && i > 0 && joins_names(i - 1));
    }

    /// Brackets at `begin` are a call or subscript if an operand precedes them: `f(x)`, `t[i]`.
    bool is_postfix_group(std::size_t begin) const {
        if (begin == 0) return false;
        const std::size_t before = begin - 1;
        if (context_.is(begin, "[")) return true;
        if (!context_.is(begin, "(")) return false;
        if (context_.is(before, "]") || context_.is(before, ">")) return true;
        if (context_.is(before, ")")) return !closes_condition(before);
        return context_.token(before).kind == TokenKind::identifier && !is_keyword(before);
    }

    bool closes_condition(std::size_t close) const {
        const std::size_t open = context_.brackets.partner(close);
        if (open == none || open == 0) return true;
        return context_.is(open - 1, "if") || context_.is(open - 1, "for") ||
               context_.is(open - 1, "while") || context_.is(open - 1, "switch") ||
               context_.is(open - 1, "constexpr");
    }

    bool is_keyword(std::size_t i) const {
        return context_.is(i, "return") || context_.is(i, "else") || context_.is(i, "do") ||
               context_.is(i, "case") || context_.is(i, "co_return") || context_.is(i, "throw");
    }

    /// The beginning of the name, the name with a template list, or the bracket group that ends
    /// before `end`.
    std::size_t operand_before(std::size_t end) const {
        if (end == 0) return none;
        std::size_t last = end - 1;
        if (context_.is(last, ")") || context_.is(last, "]"))
            return context_.brackets.partner(last);
        if (context_.is(last, ">")) {
            const std::size_t list = context_.brackets.template_list_before(last);
            if (list == none || list == 0) return none;
            last = list - 1;
        }
        const bool name = context_.token(last).kind == TokenKind::identifier && !is_keyword(last);
        return name ? last : none;
    }

    Context& context_;
    std::size_t open_;
};

constexpr std::array<std::string_view, 5> functions_to_heed = {
    "cudaLaunchKernel", "cudaLaunchKernelEx", "cudaLaunchKernelExC", "cudaLaunchCooperativeKernel",
    "cudaEventElapsedTime"};

/// Whether a statement may begin behind this token: `if (x) f();` and `(void)f();`, too.
bool may_end_before_statement(const Context& context, std::size_t i) {
    constexpr std::array<std::string_view, 6> ends = {";", "{", "}", ")", "else", "do"};
    return std::ranges::count(ends, context.token(i).text) > 0;
}

void mark_dropped_result(Context& context, std::size_t i) {
    if (std::ranges::count(functions_to_heed, context.token(i).text) == 0 || i == 0) return;
    if (context.source.file_of(context.token(i)).system || !context.is(i + 1, "(")) return;
    const std::size_t end = context.brackets.partner(i + 1);
    if (end == none || !context.is(end + 1, ";") || !may_end_before_statement(context, i - 1))
        return;
    context.edits.insert_before(i, {{"(::cusim::NobodyReads(), ", {}}});
    context.edits.insert_after(end, {{")", {}}});
}

}  // namespace

void translate_launches(Context& context) {
    for (std::size_t i = 0; i < context.source.tokens.size(); ++i) {
        if (context.is(i, "<<<")) Launch(context, i).translate();
        mark_dropped_result(context, i);
    }
}

}  // namespace cusim::simcc
