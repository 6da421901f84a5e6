#include "suite/causes/unshared_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>

#include "simulator/simcc/tokens/brackets.hpp"
#include "simulator/simcc/tokens/lexer.hpp"
#include "suite/calls/answer.hpp"

namespace grader::suite {
namespace {

constexpr std::size_t longest_source = 1 << 20;

using cusim::simcc::Token;
using cusim::simcc::TokenKind;

class KernelText {
  public:
    KernelText(const std::vector<Token>& tokens, const cusim::simcc::Brackets& brackets,
               std::size_t begin)
        : tokens_(tokens), brackets_(brackets), open_(begin) {
        for (; open_ < tokens_.size() && !is(open_, "{") && !is(open_, ";"); ++open_) {
            if (!is(open_, "(") || open_ == begin) continue;
            if (!is(open_ - 1, "__launch_bounds__") && name_.empty())
                name_ = tokens_[open_ - 1].text;
            open_ = closing(open_);
        }
        end_ = is(open_, "{") ? closing(open_) : open_;
    }

    std::size_t end() const { return end_; }

    std::vector<UnsharedArray> arrays(const std::string& file) const {
        const auto by_thread = names_of_threads();
        std::vector<UnsharedArray> found;
        for (std::size_t at = open_ + 1; at + 2 < end_; ++at) {
            const bool begins = is(at - 1, ";") || is(at - 1, "{") || is(at - 1, "}");
            if (!begins || !is_type(at) || !is(at + 2, "[") || !is_uninitialised(at + 2)) continue;
            if (is_taken_by(by_thread, tokens_[at + 1].text))
                found.push_back({std::string(name_), file, static_cast<int>(tokens_[at + 1].line),
                                 std::string(tokens_[at + 1].text)});
        }
        return found;
    }

  private:
    using Names = std::set<std::string_view>;

    bool is(std::size_t at, std::string_view text) const {
        return at < tokens_.size() && tokens_[at].text == text;
    }

    // The end of the text if nothing closes it.
    std::size_t closing(std::size_t at) const {
        return std::min(brackets_.partner(at), tokens_.size());
    }

    bool is_type(std::size_t at) const {
        constexpr auto types =
            std::to_array<std::string_view>({"float", "double", "int", "unsigned", "long"});
        return std::ranges::count(types, tokens_[at].text) > 0;
    }

    // `[n];`, `[n][m];`
    bool is_uninitialised(std::size_t bracket) const {
        while (is(bracket, "[")) bracket = closing(bracket) + 1;
        return is(bracket, ";");
    }

    bool has_any(const Names& names, std::size_t begin, std::size_t end) const {
        for (std::size_t at = begin; at < end; ++at)
            if (is(at, "threadIdx") || names.contains(tokens_[at].text)) return true;
        return false;
    }

    // `int t = threadIdx.x, row = t / 8;`
    Names names_of_threads() const {
        Names names;
        for (std::size_t at = open_ + 1; at + 1 < end_; ++at) {
            if (!is(at, "=") || is(at + 1, "=") || tokens_[at - 1].kind != TokenKind::identifier)
                continue;
            std::size_t end = at + 1;
            while (end < end_ && !is(end, ";") && !is(end, ",")) ++end;
            if (has_any(names, at + 1, end)) names.insert(tokens_[at - 1].text);
        }
        return names;
    }

    bool is_taken_by(const Names& by_thread, std::string_view array) const {
        for (std::size_t at = open_ + 1; at + 1 < end_; ++at)
            if (is(at, array) && is(at + 1, "[") && has_any(by_thread, at + 2, closing(at + 1)))
                return true;
        return false;
    }

    const std::vector<Token>& tokens_;
    const cusim::simcc::Brackets& brackets_;
    std::string_view name_;
    std::size_t open_, end_ = 0;  // of the body
};

}  // namespace

std::string words_of(const std::vector<UnsharedArray>& unshared, const Answer& answer) {
    std::string words;
    for (const UnsharedArray& array : unshared)
        if (std::ranges::count(answer.first_launches(), array.kernel, &score::Kernel::name) > 0)
            words += fmt::format(
                "\n  {}:{}: {} is an array of each thread's own, since it is not declared "
                "__shared__: no other thread sees what is stored there",
                array.file, array.line, array.name);
    return words;
}

std::vector<UnsharedArray> unshared_arrays(std::string_view source, const std::string& file) {
    if (source.size() > longest_source) return {};
    const cusim::simcc::Tokens text = cusim::simcc::lex(source, file);
    const std::vector<Token>& tokens = text.tokens;
    if (std::ranges::count(tokens, "__syncthreads", &Token::text) == 0) return {};
    const cusim::simcc::Brackets brackets(tokens);
    std::vector<UnsharedArray> found;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        if (tokens[at].text != "__global__") continue;
        const KernelText kernel(tokens, brackets, at + 1);
        const auto arrays = kernel.arrays(file);
        found.insert(found.end(), arrays.begin(), arrays.end());
        at = std::max(at, kernel.end());
    }
    return found;
}

}  // namespace grader::suite
