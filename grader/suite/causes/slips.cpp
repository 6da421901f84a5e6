#include "suite/causes/slips.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "simulator/simcc/tokens/brackets.hpp"
#include "simulator/simcc/tokens/lexer.hpp"
#include "suite/calls/answer.hpp"

namespace grader::suite {
namespace {

constexpr std::size_t most_bytes_of_source = 1 << 20;
constexpr std::size_t most_slips = 3;  // of a source
constexpr std::size_t longest_quotation = 60;

using cusim::simcc::none;
using cusim::simcc::Token;
using cusim::simcc::TokenKind;

struct FunctionText {
    std::string name;
    std::size_t begin = 0, end = 0;  // its braces
};

class SlipReader {
  public:
    SlipReader(const cusim::simcc::Tokens& text, std::string file)
        : text_(text), tokens_(text.tokens), brackets_(tokens_), file_(std::move(file)) {
        find_functions();
    }

    std::vector<Slip> run() const {
        std::vector<Slip> found;
        for (const FunctionText& function : functions_)
            for (std::size_t at = function.begin + 1; at < function.end; ++at) {
                const auto words = slip_at(at, function);
                if (!words || found.size() == most_slips) continue;
                found.push_back({callers_of(function), file_, int(tokens_[at].line), *words});
            }
        return found;
    }

  private:
    bool is(std::size_t at, std::string_view text) const {
        return at < tokens_.size() && tokens_[at].text == text;
    }
    bool is_name(std::size_t at) const {
        return at < tokens_.size() && tokens_[at].kind == TokenKind::identifier;
    }
    bool begins_statement(std::size_t at) const {
        return is(at - 1, ";") || is(at - 1, "{") || is(at - 1, "}");
    }

    // Braces outside others, behind a list of parameters.
    void find_functions() {
        for (std::size_t at = 1; at < tokens_.size(); ++at) {
            if (!is(at, "{") || !is(at - 1, ")")) continue;
            const std::size_t end = brackets_.partner(at), open = brackets_.partner(at - 1);
            if (end == none) continue;
            if (open != none && open > 0 && is_name(open - 1))
                functions_.push_back({std::string(tokens_[open - 1].text), at, end});
            at = end;
        }
    }

    bool calls(const FunctionText& function, std::string_view name) const {
        for (std::size_t at = function.begin; at < function.end; ++at)
            if (is(at, name)) return true;
        return false;
    }

    std::vector<std::string> callers_of(const FunctionText& function) const {
        std::vector<std::string> names{function.name};
        for (std::size_t next = 0; next < names.size(); ++next)
            for (const FunctionText& other : functions_)
                if (std::ranges::count(names, other.name) == 0 && calls(other, names[next]))
                    names.push_back(other.name);
        return names;
    }

    // As written, on one line.
    std::string quoted(std::size_t begin, std::size_t end) const {
        const std::size_t from = tokens_[begin].offset;
        std::string words;
        for (const char c : text_.source.substr(from, tokens_[end].end() - from)) {
            const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
            if (!blank || (!words.empty() && words.back() != ' ')) words += blank ? ' ' : c;
        }
        return words.size() > longest_quotation ? words.substr(0, longest_quotation) + "…" : words;
    }

    std::size_t indentation(const Token& token) const {
        const std::size_t begin = text_.source.rfind('\n', token.offset) + 1;
        return std::min(text_.source.find_first_not_of(" \t", begin), text_.source.size()) - begin;
    }

    std::optional<std::string> slip_at(std::size_t at, const FunctionText& function) const {
        if (is(at, "if") && is(at + 1, "(")) return of_if(at);
        if (is(at, "for") && is(at + 1, "(")) {
            const auto words = of_for(at);
            return words ? words : of_step(at);
        }
        if (is(at, "dim3")) return of_dim3(at);
        if (is(at, "int") || is(at, "unsigned")) return of_cut_value(at, function);
        if (is_name(at) && begins_statement(at)) return of_comparison(at);
        return std::nullopt;
    }

    std::optional<std::string> of_if(std::size_t at) const {
        const std::size_t close = brackets_.partner(at + 1);
        if (close == none) return std::nullopt;
        if (is(close + 1, ";") && !is(close + 2, "else"))
            return fmt::format(
                "the `;` right behind `{}` is all that depends on it: what follows is done always",
                quoted(at, close));
        if (is_name(at + 2) && is(at + 3, "=") && !is(at + 4, "="))
            return fmt::format("`{}` sets {}, where `==` compares", quoted(at + 2, close - 1),
                               tokens_[at + 2].text);
        return std::nullopt;
    }

    // `for (…);` may be meant, as to find the first one. Not if what follows looks like its body.
    std::optional<std::string> of_for(std::size_t at) const {
        const std::size_t close = brackets_.partner(at + 1);
        if (close == none || !is(close + 1, ";") || close + 2 >= tokens_.size())
            return std::nullopt;
        const Token& next = tokens_[close + 2];
        const bool looks_like_body = next.is("{") || (next.line > tokens_[close + 1].line &&
                                                      indentation(next) > indentation(tokens_[at]));
        if (!looks_like_body) return std::nullopt;
        return fmt::format(
            "the `;` right behind `{}` is all that the loop repeats: what follows is done once",
            quoted(at, close));
    }

    // `for (int k = blockIdx.x; k < n; k += blockDim.x)`
    std::optional<std::string> of_step(std::size_t at) const {
        const std::size_t close = brackets_.partner(at + 1);
        if (close == none) return std::nullopt;
        std::size_t begin = at + 2;
        while (begin < close && !is(begin, "=") && !is(begin, ";")) ++begin;
        if (!is(begin, "=") || !is(begin + 4, ";") || !is_name(begin - 1)) return std::nullopt;
        const bool of_blocks = is(begin + 1, "blockIdx"), of_threads = is(begin + 1, "threadIdx");
        const std::size_t step = close - 3;
        if (!is(step, of_blocks ? "blockDim" : "gridDim") || !is(step - 1, "+=") ||
            !is(step - 3, ";") || !is(step - 2, tokens_[begin - 1].text) ||
            !(of_blocks || of_threads))
            return std::nullopt;
        return fmt::format(
            "`{}` begins at {} and goes on by {}: as many {} as {} says take a turn each",
            tokens_[begin - 1].text, quoted(begin + 1, begin + 3), quoted(step, step + 2),
            of_blocks ? "blocks" : "threads",
            (of_blocks ? "gridDim." : "blockDim.") + std::string(tokens_[step + 2].text));
    }

    // `dim3 threads = (32, 8);`
    std::optional<std::string> of_dim3(std::size_t at) const {
        if (!is_name(at + 1) || !is(at + 2, "=") || !is(at + 3, "(")) return std::nullopt;
        const std::size_t close = brackets_.partner(at + 3);
        if (close == none || !is(close + 1, ";")) return std::nullopt;
        std::size_t comma = close;
        for (std::size_t k = at + 4; k < close; ++k) {
            if (brackets_.is_opener(k) && brackets_.partner(k) != none) k = brackets_.partner(k);
            if (is(k, ",")) comma = k;
        }
        if (comma == close) return std::nullopt;
        return fmt::format("`{}` is its last number, {}: write `dim3 {}{}`", quoted(at + 3, close),
                           quoted(comma + 1, close - 1), tokens_[at + 1].text,
                           quoted(at + 3, close));
    }

    // Whether `name` is declared as a float or a double in the function or in its list.
    bool is_real_in(const FunctionText& function, std::string_view name) const {
        std::size_t begin = brackets_.partner(function.begin - 1);
        if (begin == none) begin = function.begin;
        bool is_real = false;
        for (std::size_t at = begin; at < function.end; ++at) {
            if (!is(at + 1, name) || !is_name(at)) continue;
            constexpr std::array<std::string_view, 5> others{"int", "unsigned", "long", "char",
                                                             "auto"};
            if (std::ranges::count(others, tokens_[at].text) > 0) return false;
            is_real = is_real || is(at, "float") || is(at, "double");
        }
        return is_real;
    }

    // `int other = __shfl_down_sync(mask, sum, 16);` with a float sum.
    std::optional<std::string> of_cut_value(std::size_t at, const FunctionText& function) const {
        if (!is_name(at + 1) || !is(at + 2, "=") || !is_name(at + 3) || !is(at + 4, "(") ||
            !tokens_[at + 3].text.starts_with("__shfl_"))
            return std::nullopt;
        const std::size_t close = brackets_.partner(at + 4);
        if (close == none || !is(close + 1, ";")) return std::nullopt;
        std::size_t comma = at + 5;
        while (comma < close && !is(comma, ",")) {
            const std::size_t partner =
                brackets_.is_opener(comma) ? brackets_.partner(comma) : none;
            comma = partner == none ? comma + 1 : partner + 1;
        }
        if (!is_name(comma + 1) || !(is(comma + 2, ",") || comma + 2 == close) ||
            !is_real_in(function, tokens_[comma + 1].text))
            return std::nullopt;
        return fmt::format(
            "`{}` is an {}: of what {} returns of {}, it keeps the whole number alone",
            tokens_[at + 1].text, tokens_[at].text, tokens_[at + 3].text, tokens_[comma + 1].text);
    }

    // `sum == 0;`
    std::optional<std::string> of_comparison(std::size_t at) const {
        if (!is(at + 1, "==")) return std::nullopt;
        std::size_t end = at + 2;
        while (end < tokens_.size() && !is(end, ";") && !is(end, "{") && !is(end, "}")) ++end;
        if (!is(end, ";")) return std::nullopt;
        return fmt::format("`{}` compares, where `=` sets", quoted(at, end));
    }

    const cusim::simcc::Tokens& text_;
    const std::vector<Token>& tokens_;
    const cusim::simcc::Brackets brackets_;
    const std::string file_;
    std::vector<FunctionText> functions_;
};

std::string line_of_slip(const Slip& slip) {
    return fmt::format("\n  {}:{}: {}", slip.file, slip.line, slip.words);
}

}  // namespace

std::vector<Slip> slips(std::string_view source, const std::string& file) {
    if (source.size() > most_bytes_of_source) return {};
    const cusim::simcc::Tokens text = cusim::simcc::lex(source, file);
    return SlipReader(text, file).run();
}

std::string words_of(const std::vector<Slip>& slips, const std::string& function) {
    std::string words;
    for (const Slip& slip : slips)
        if (std::ranges::count(slip.functions, function) > 0) words += line_of_slip(slip);
    return words;
}

std::string words_of(const std::vector<Slip>& slips, const Answer& answer) {
    const auto takes_part = [&](const std::string& function) {
        return function == answer.function() ||
               std::ranges::count(answer.first_launches(), function, &score::Kernel::name) > 0;
    };
    std::string words;
    for (const Slip& slip : slips)
        if (std::ranges::any_of(slip.functions, takes_part)) words += line_of_slip(slip);
    return words;
}

}  // namespace grader::suite
