// Mistakes in expressions: comparisons, bounds, arithmetic, constants.
#include <algorithm>
#include <charconv>
#include <map>

#include "mutants/kinds.hpp"

namespace grader::mutants {
namespace {

using Swaps = std::map<std::string_view, std::string, std::less<>>;

const std::vector<std::string_view> logical{"&&", "||"};
const std::vector<std::string_view> relational{"<", "<=", ">", ">=", "==", "!=", "&&", "||"};

void swap(const Swaps& swaps, const Source& source, std::size_t i, Changes& changes) {
    const auto other = swaps.find(source[i].text);
    if (other != swaps.end()) replace(i, other->second, changes);
}

void shift_comparison(const Source& source, std::size_t i, Changes& changes) {
    static const Swaps swaps{{"<", "<="}, {"<=", "<"}, {">", ">="}, {">=", ">"}};
    if (source.is_one_of(i, {"<=", ">="}) || source.compares(i)) swap(swaps, source, i, changes);
}

void negate_equality(const Source& source, std::size_t i, Changes& changes) {
    static const Swaps swaps{{"==", "!="}, {"!=", "=="}};
    swap(swaps, source, i, changes);
}

// shift_comparison makes the opposite off-by-one error.
void narrow_bound(const Source& source, std::size_t i, Changes& changes) {
    if (!source.is_one_of(i, {"<=", ">="}) && !source.compares(i)) return;
    const auto bound = source.operand_after(i, relational);
    if (bound.empty() ||
        (bound.end == bound.begin + 1 && source.is_kind(bound.begin, TokenKind::number)))
        return;
    const bool from_above = source.is_one_of(i, {"<", "<="});
    changes.push_back({bound, source.text(bound) + (from_above ? " - 1" : " + 1")});
}

// In a declaration, a constant before any '=' is the size of an array.
bool is_extent(const Source& source, std::size_t i) {
    std::size_t begin = i;
    while (begin > 0 && !source.starts_statement(begin)) --begin;
    if (!source.is_declaration(begin)) return false;
    for (std::size_t at = begin; at < i; ++at)
        if (source.is_one_of(at, {"=", "("})) return false;
    return true;
}

void shift_index(const Source& source, std::size_t i, Changes& changes) {
    if (!source.is(i, "[") || i == 0 || source.partner(i) == none || is_extent(source, i)) return;
    if (!source.is_kind(i - 1, TokenKind::identifier) && !source.is(i - 1, "]")) return;
    const TokenRange index{i + 1, source.partner(i)};
    if (!index.empty()) changes.push_back({index, source.text(index) + " + 1"});
}

void swap_arithmetic(const Source& source, std::size_t i, Changes& changes) {
    static const Swaps binary{{"+", "-"}, {"-", "+"}, {"*", "/"}, {"/", "*"}, {"%", "/"}};
    static const Swaps assigning{{"+=", "-="}, {"-=", "+="}, {"*=", "/="}, {"/=", "*="}};
    if (source.is_binary(i)) swap(binary, source, i, changes);
    swap(assigning, source, i, changes);
}

void swap_logical(const Source& source, std::size_t i, Changes& changes) {
    static const Swaps swaps{{"&&", "||"}, {"||", "&&"}};
    swap(swaps, source, i, changes);
}

void drop_condition(const Source& source, std::size_t i, Changes& changes) {
    if (!source.is_one_of(i, logical)) return;
    const auto left = source.operand_before(i, logical), right = source.operand_after(i, logical);
    changes.push_back({{left.begin, right.end}, source.text(right)});
    changes.push_back({{left.begin, right.end}, source.text(left)});
}

void swap_min_max(const Source& source, std::size_t i, Changes& changes) {
    static const Swaps swaps{
        {"min", "max"}, {"max", "min"}, {"fminf", "fmaxf"}, {"fmaxf", "fminf"}};
    if (source.is(i + 1, "(")) swap(swaps, source, i, changes);
}

// Changes the step of a loop: /= 2, *= 2, >>= 1, i++.
void change_step(const Source& source, std::size_t i, Changes& changes) {
    static const std::vector<std::string_view> scaling{"*=", "/=", "<<=", ">>="};
    // The lexer splits ">>=" into '>' and ">=".
    const bool shifts = source.is(i, ">=") && i > 0 && source.is(i - 1, ">");
    if ((source.is_one_of(i, scaling) || shifts) && source.is_kind(i + 1, TokenKind::number)) {
        const bool by_bits = shifts || source.is(i, "<<=");
        replace(i + 1, by_bits ? "2" : "4", changes);
    }
    const auto header = source.opener_around(i);
    if (source.is(i, "++") && header != none && source.is(header, "(") &&
        source.is(header - 1, "for")) {
        const bool postfix = i > 0 && source.is_kind(i - 1, TokenKind::identifier);
        const auto name = postfix ? i - 1 : i + 1;
        changes.push_back(
            {{std::min(i, name), std::max(i, name) + 1}, std::string(source[name].text) + " += 2"});
    }
}

// "0.0f" becomes "1.0f", "256" becomes "257" and "255": changes the digits of an integer value, and
// keeps its suffix.
void change_constant(const Source& source, std::size_t i, Changes& changes) {
    if (!source.is_kind(i, TokenKind::number)) return;
    if (i > 0 && source.is_one_of(i - 1, {"*=", "/=", "<<="})) return;  // handled by change_step
    const auto text = source[i].text;
    if (text.starts_with("0x") || text.starts_with("0X")) {
        if (text.back() == 'f')
            replace(i, std::string(text.substr(0, text.size() - 1)) + 'e', changes);
        return;
    }
    long long value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) return;
    const std::string rest(end, text.data() + text.size());
    replace(i, std::to_string(value + 1) + rest, changes);
    if (value > 0) replace(i, std::to_string(value - 1) + rest, changes);
}

// Swaps arguments of the same type, which the compiler does not notice.
void swap_arguments(const Source& source, std::size_t i, Changes& changes) {
    const bool call = source.is(i, "(") && i > 0 &&
                      (source.is_kind(i - 1, TokenKind::identifier) || source.is(i - 1, ">"));
    if (!call) return;
    const auto arguments = source.arguments(i);
    for (std::size_t a = 0; a < arguments.size(); ++a)
        for (std::size_t b = a + 1; b < arguments.size(); ++b) {
            const auto type = source.type_of(arguments[a]);
            if (type.empty() || type != source.type_of(arguments[b])) continue;
            changes.push_back({{arguments[a].begin, arguments[b].end},
                               source.text(arguments[b]) +
                                   source.text({arguments[a].end, arguments[b].begin}) + " " +
                                   source.text(arguments[a])});
        }
}

}  // namespace

const std::vector<Operator> expression_operators{
    {"shift-comparison", "< becomes <=, > becomes >=, and back", shift_comparison},
    {"negate-equality", "== becomes !=, and back", negate_equality},
    {"narrow-bound", "a bound is one short", narrow_bound},
    {"shift-index", "an index is one too far", shift_index},
    {"swap-arithmetic", "+ and -, * and / change places; % becomes /", swap_arithmetic},
    {"swap-logical", "&& and || change places", swap_logical},
    {"drop-condition", "one side of && or || is left out", drop_condition},
    {"swap-min-max", "min and max change places", swap_min_max},
    {"change-step", "a loop's step is doubled", change_step},
    {"change-constant", "a constant is one more or less", change_constant},
    {"swap-arguments", "two arguments of one type change places", swap_arguments},
};

}  // namespace grader::mutants
