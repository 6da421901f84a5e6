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
constexpr std::array<std::string_view, 10> number_types{
    "float", "double", "int", "unsigned", "long", "short", "bool", "char", "size_t", "auto"};

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
            for (const auto& rule :
                 {&SlipReader::of_for, &SlipReader::of_step, &SlipReader::of_strides})
                if (auto words = (this->*rule)(at)) return words;
            return std::nullopt;
        }
        if (is(at, "extern") && is(at + 1, "__shared__")) return of_shared_pointer(at);
        if (begins_statement(at) && std::ranges::count(number_types, tokens_[at].text) > 0)
            if (auto words = of_hidden_name(at, function)) return words;
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

    // `for (int s = n / 2; s > 0; s -= 2)`, where the loop adds what lies s behind.
    std::optional<std::string> of_strides(std::size_t at) const {
        const std::size_t close = brackets_.partner(at + 1);
        if (close == none || !is(close - 2, "-=") || tokens_[close - 1].kind != TokenKind::number ||
            !is_name(close - 3))
            return std::nullopt;
        const std::string_view stride = tokens_[close - 3].text;
        std::size_t half = at + 2;
        while (half < close && !is(half, ";")) ++half;
        if (!is(half - 1, "2") || !is(half - 2, "/")) return std::nullopt;
        const std::size_t body_end = is(close + 1, "{") ? brackets_.partner(close + 1) : close + 40;
        bool adds_behind = false;
        for (std::size_t k = close; k < std::min(body_end, tokens_.size()); ++k)
            adds_behind |= is(k, "+") && is(k + 1, stride) && is(k + 2, "]");
        if (!adds_behind) return std::nullopt;
        return fmt::format(
            "`{0}` goes down by {1} from step to step: in a tree each stride is half of the one "
            "before, `{0} /= 2`",
            stride, tokens_[close - 1].text);
    }

    // `extern __shared__ float* Q;`
    std::optional<std::string> of_shared_pointer(std::size_t at) const {
        std::size_t end = at + 2;
        while (is_name(end) || is(end, "*")) ++end;
        if (!is(end, ";") || !is(end - 2, "*")) return std::nullopt;
        return fmt::format(
            "`{}` is one pointer, which lies in shared memory itself and is set by nothing: the "
            "bytes that the launch gives are those of `extern __shared__ {} {}[]`",
            quoted(at, end - 1), quoted(at + 2, end - 3), tokens_[end - 1].text);
    }

    // The name that a declaration like `float* sum = …;` gives; 0 if it is none.
    std::size_t declared_name(std::size_t at) const {
        std::size_t name = at + 1;
        while (is(name, "*") || is(name, "const") || is(name, "int") || is(name, "long")) ++name;
        if (!is_name(name)) return 0;
        for (const char* const next : {"=", ";", "{", ","})
            if (is(name + 1, next)) return name;
        return 0;
    }

    // The brace that opens the innermost block round a token.
    std::size_t block_round(std::size_t at) const {
        while (at-- > 0) {
            if (is(at, "{")) return at;
            if ((is(at, "}") || is(at, ")")) && brackets_.partner(at) != none)
                at = brackets_.partner(at);
        }
        return none;
    }

    bool is_read(std::size_t at) const {
        for (const char* const sets : {"=", "+=", "-=", "*=", "/="})
            if (is(at + 1, sets)) return false;
        return !(is(at - 1, "&") && (is(at - 2, "(") || is(at - 2, ",")));
    }

    bool is_read_in(std::size_t begin, std::size_t end, std::string_view name) const {
        for (std::size_t at = begin; at < end; ++at)
            if (is(at, name) && !is(at - 1, ".") && !is(at - 1, "->") && is_read(at)) return true;
        return false;
    }

    // The same name, declared by a statement in a block round this one: of the function, or of the
    // struct whose function it is.
    std::optional<std::size_t> declared_outside(std::size_t name, std::size_t block) const {
        for (std::size_t outer = block_round(block); outer != none; outer = block_round(outer))
            for (std::size_t at = outer + 1; at < block; ++at) {
                const bool declares = std::ranges::count(number_types, tokens_[at].text) > 0 &&
                                      begins_statement(at) && block_round(at) == outer;
                const std::size_t found = declares ? declared_name(at) : 0;
                if (found != 0 && is(found, tokens_[name].text)) return found;
            }
        return std::nullopt;
    }

    // `float sum = …;` in an inner block, where nothing reads that, and the sum outside is read.
    std::optional<std::string> of_hidden_name(std::size_t at, const FunctionText& function) const {
        const std::size_t name = declared_name(at), block = block_round(at);
        if (name == 0 || block == none || block < function.begin) return std::nullopt;
        const std::size_t end = brackets_.partner(block);
        const auto outside = declared_outside(name, block);
        if (!outside || end == none || is_read_in(name + 2, end, tokens_[name].text))
            return std::nullopt;
        const bool is_member = *outside < function.begin;
        if (!is_member && !is_read_in(end, function.end, tokens_[name].text)) return std::nullopt;
        return fmt::format(
            "`{0}` declares a variable of its own, which nothing reads: what is stored in it does "
            "not come to the `{1}` of line {2}. Where that is meant, leave out the type",
            quoted(at, name), tokens_[name].text, tokens_[*outside].line);
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
