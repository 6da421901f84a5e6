// Recursive descent by precedence. If any part is not understood, the whole value is unknown.
#include "simulator/report/source/source_value.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace cusim::report {
namespace {

constexpr int deepest_definition = 16;  // definitions that use definitions

struct Unknown {};

using Lookup = std::function<std::optional<long>(std::string_view)>;

class Expression {
  public:
    Expression(const SourceTokens& tokens, TokenSpan span, const Lookup& lookup)
        : tokens_(tokens), at_(span.begin), end_(span.end), lookup_(lookup) {}

    long value() {
        const long result = choice();
        if (at_ != end_) throw Unknown{};
        return result;
    }

  private:
    bool next_is(std::string_view spelling) const {
        return at_ < end_ && tokens_.is(at_, spelling);
    }
    bool take(std::string_view spelling) {
        if (!next_is(spelling)) return false;
        ++at_;
        return true;
    }
    void expect(std::string_view spelling) {
        if (!take(spelling)) throw Unknown{};
    }

    long choice() {
        const long condition = either();
        if (!take("?")) return condition;
        const long first = choice();
        expect(":");
        const long second = choice();
        return condition != 0 ? first : second;
    }

    long either() {
        long left = both();
        while (take("||")) {
            const long right = both();
            left = left != 0 || right != 0;
        }
        return left;
    }

    long both() {
        long left = comparison();
        while (take("&&")) {
            const long right = comparison();
            left = left != 0 && right != 0;
        }
        return left;
    }

    long comparison() {
        long left = sum();
        while (true) {
            if (take("<"))
                left = left < sum();
            else if (take("<="))
                left = left <= sum();
            else if (take(">"))
                left = left > sum();
            else if (take(">="))
                left = left >= sum();
            else if (take("=="))
                left = left == sum();
            else if (take("!="))
                left = left != sum();
            else
                return left;
        }
    }

    long sum() {
        long left = product();
        while (true) {
            if (take("+"))
                left += product();
            else if (take("-"))
                left -= product();
            else
                return left;
        }
    }

    long product() {
        long left = unary();
        while (true) {
            if (take("*"))
                left *= unary();
            else if (next_is("/") || next_is("%"))
                left = divided(left);
            else
                return left;
        }
    }

    long divided(long left) {
        const bool rest = tokens_.is(at_++, "%");
        const long right = unary();
        if (right == 0) throw Unknown{};
        return rest ? left % right : left / right;
    }

    long unary() {
        if (take("-")) return -unary();
        if (take("+")) return unary();
        if (take("!")) return static_cast<long>(unary() == 0);
        return operand();
    }

    bool takes_type() {
        constexpr auto types = std::to_array<std::string_view>({"int", "unsigned", "long", "size_t",
                                                                "short", "ptrdiff_t", "int64_t",
                                                                "uint32_t", "uint64_t", "int32_t"});
        const std::size_t before = at_;
        while (at_ < end_ && (next_is("std") || next_is("::") || next_is("const") ||
                              std::ranges::count(types, tokens_[at_].text) > 0))
            ++at_;
        return at_ != before;
    }

    long bracketed() {
        expect("(");
        const long result = choice();
        expect(")");
        return result;
    }

    long operand() {
        if (at_ >= end_) throw Unknown{};
        if (take("static_cast")) {
            expect("<");
            if (!takes_type()) throw Unknown{};
            expect(">");
            return bracketed();
        }
        if (next_is("(")) {
            const std::size_t before = at_++;
            if (takes_type() && take(")")) return unary();
            at_ = before;
            return bracketed();
        }
        if (next_is("min") || next_is("max")) return extreme();
        if (take("sizeof")) return size_of_type();
        if (takes_type()) return bracketed();
        if (tokens_[at_].is_name()) return named();
        return number();
    }

    // For a type with a name; `sizeof(x[0])` is unknown.
    long size_of_type() {
        static const std::map<std::string_view, long> sizes{
            {"bool", 1},    {"char", 1},     {"short", 2},    {"int", 4},    {"float", 4},
            {"int32_t", 4}, {"uint32_t", 4}, {"unsigned", 4}, {"double", 8}, {"long", 8},
            {"size_t", 8},  {"float2", 8},   {"float4", 16}};
        expect("(");
        if (take("std")) expect("::");
        const bool is_unsigned = next_is("unsigned");
        const auto found = at_ < end_ ? sizes.find(tokens_[at_].text) : sizes.end();
        if (found == sizes.end()) throw Unknown{};
        ++at_;
        if (is_unsigned) take("int");
        expect(")");
        return found->second;
    }

    long extreme() {
        const bool least = tokens_.is(at_++, "min");
        expect("(");
        const long one = choice();
        expect(",");
        const long other = choice();
        expect(")");
        return least ? std::min(one, other) : std::max(one, other);
    }

    long named() {
        std::string name(tokens_[at_++].text);
        if (take(".")) name += "." + std::string(tokens_[at_++].text);
        if (next_is("(") || next_is("[") || next_is("::") || next_is("->")) throw Unknown{};
        if (const auto value = lookup_(name)) return *value;
        throw Unknown{};
    }

    long number() {
        std::string_view digits = tokens_[at_++].text;
        while (!digits.empty() && std::string_view("uUlL").find(digits.back()) != digits.npos)
            digits.remove_suffix(1);
        const int base = digits.starts_with("0x") ? 16 : 10;
        if (base == 16) digits.remove_prefix(2);
        long result = 0;
        const auto* const end = digits.data() + digits.size();
        const auto [stop, error] = std::from_chars(digits.data(), end, result, base);
        if (digits.empty() || stop != end || error != std::errc{}) throw Unknown{};
        return result;
    }

    const SourceTokens& tokens_;
    std::size_t at_;
    const std::size_t end_;
    const Lookup& lookup_;
};

// The end of an initial value: its comma or semicolon.
std::size_t end_of_value(const SourceTokens& tokens, std::size_t at, std::size_t before) {
    for (; at < before && !tokens.is(at, ";") && !tokens.is(at, ","); ++at)
        if (tokens.is(at, "(")) at = tokens.closing(at);
    return at;
}

// Finds `constexpr int T = 8;` outside functions, also with several declarators.
std::map<std::string, TokenSpan, std::less<>> constants_of(const SourceTokens& tokens,
                                                           std::size_t before) {
    std::map<std::string, TokenSpan, std::less<>> result;
    for (std::size_t at = 0; at + 1 < before; ++at) {
        if (!tokens.is(at, "constexpr") && !tokens.is(at, "const")) continue;
        std::size_t equals = at;
        while (equals < before && !tokens.is(equals, "=") && !tokens.is(equals, ";") &&
               !tokens.is(equals, "(") && !tokens.is(equals, "{"))
            ++equals;
        while (equals < before && tokens.is(equals, "=")) {
            const std::size_t end = end_of_value(tokens, equals + 1, before);
            result[std::string(tokens[equals - 1].text)] = {equals + 1, end};
            equals = tokens.is(end, ",") ? end + 2 : before;
        }
    }
    return result;
}

}  // namespace

Evaluator::Evaluator(const SourceTokens& tokens, const Flow& flow, Values known)
    : tokens_(tokens),
      flow_(flow),
      known_(std::move(known)),
      constants_(constants_of(tokens, flow.body.begin)) {
    known_.emplace("warpSize", 32);
}

std::optional<long> Evaluator::value(TokenSpan expression, const Values& instead) const {
    int depth = 0;
    const Lookup lookup = [&](std::string_view name) -> std::optional<long> {
        if (const auto found = instead.find(name); found != instead.end()) return found->second;
        TokenSpan definition;
        if (const auto local = flow_.locals.find(name); local != flow_.locals.end())
            definition = local->second;
        else if (const auto found = known_.find(name); found != known_.end())
            return found->second;
        else if (const auto macro = tokens_.macros().find(name); macro != tokens_.macros().end())
            return macro->second;
        else if (const auto constant = constants_.find(name); constant != constants_.end())
            definition = constant->second;
        if (definition.empty() || depth >= deepest_definition) return std::nullopt;
        ++depth;
        const long result = Expression(tokens_, definition, lookup).value();
        --depth;
        return result;
    };
    try {
        return Expression(tokens_, expression, lookup).value();
    } catch (const Unknown&) {
        return std::nullopt;
    }
}

}  // namespace cusim::report
