// Changes that undo a mistake where no mutation operator does: those that make mistakes do not make
// each one's opposite.
#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "mutants/kinds.hpp"

namespace grader::mutants {
namespace {

using Spellings = std::vector<std::string_view>;

const Spellings relations{"<", "<=", ">", ">=", "==", "!=", "&&", "||"};
const Spellings additive{"+", "-"};
const Spellings ends_term{",", ")", "]", "}", ";", ":", "?", "+", "-"};

/// Of the variable called `name` at `i`. Types that differ in `const` only are the same here.
std::string plain_type(const Source& source, std::string_view name, std::size_t i) {
    std::string type = source.declared_type(name, i);
    for (const std::string word : {"constexpr", "const", "__restrict__"})
        for (auto at = type.find(word); at != type.npos; at = type.find(word))
            type.erase(at, word.size());
    std::erase(type, ' ');
    return type;
}

/// Whether the identifier at `i` is the name of a variable in use, not its declaration.
bool is_use(const Source& source, std::size_t i) {
    if (!source.is_kind(i, TokenKind::identifier) || i == 0) return false;
    if (source.is_one_of(i - 1, {".", "->", "::"}) || source.is_one_of(i + 1, {"(", "::", "<<<"}))
        return false;
    if (source.is_kind(i - 1, TokenKind::identifier) &&
        !source.is_one_of(i - 1, {"return", "else"}))
        return false;
    return true;
}

/// The names of that type that the function may use at `i`: its variables and the file's constants,
/// each once.
std::set<std::string_view> visible(const Source& source, const Function& function, std::size_t i,
                                   const std::string& type) {
    std::set<std::string_view> names;
    for (std::size_t at = 1; at < i; ++at) {
        const bool own = at >= function.parameters.begin;
        const bool constant = source.function_around(at) == nullptr && source.is(at + 1, "=");
        if ((own || constant) && source.is_kind(at, TokenKind::identifier) &&
            !source.is(at + 1, "(") && !source.is_one_of(at - 1, {".", "->", "::"}) &&
            plain_type(source, source[at].text, i) == type)
            names.insert(source[at].text);
    }
    return names;
}

void swap_variable(const Source& source, std::size_t i, Changes& changes) {
    const Function* function = source.function_around(i);
    if (!function) return;
    const bool size = source.is_one_of(i, {"blockDim", "gridDim"}) && source.is(i + 1, ".");
    if (!size && !is_use(source, i)) return;
    const auto type = size ? "int" : plain_type(source, source[i].text, i);
    if (type.empty()) return;
    for (const auto name : visible(source, *function, i, type))
        if (name != source[i].text)
            changes.push_back({{i, size ? i + 3 : i + 1}, std::string(name)});
}

void widen_bound(const Source& source, std::size_t i, Changes& changes) {
    if (!source.is_one_of(i, {"<=", ">="}) && !source.compares(i)) return;
    const auto bound = source.operand_after(i, relations);
    if (bound.empty()) return;
    const bool from_above = source.is_one_of(i, {"<", "<="});
    changes.push_back({bound, source.text(bound) + (from_above ? " + 1" : " - 1")});
}

void shift_index_back(const Source& source, std::size_t i, Changes& changes) {
    if (!source.is(i, "[") || i == 0 || source.partner(i) == none) return;
    if (!source.is_kind(i - 1, TokenKind::identifier) && !source.is(i - 1, "]")) return;
    const TokenRange index{i + 1, source.partner(i)};
    if (!index.empty()) changes.push_back({index, source.text(index) + " - 1"});
}

void scale_constant(const Source& source, std::size_t i, Changes& changes) {
    if (!source.is_kind(i, TokenKind::number)) return;
    const auto text = source[i].text;
    long long value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || value < 2 || text.starts_with("0x")) return;
    const std::string rest(end, text.data() + text.size());
    replace(i, std::to_string(value * 2) + rest, changes);
    if (value % 2 == 0) replace(i, std::to_string(value / 2) + rest, changes);
}

void take_remainder(const Source& source, std::size_t i, Changes& changes) {
    if (source.is(i, "/") && source.is_binary(i)) replace(i, "%", changes);
}

/// One name, number, call, element or expression in parentheses that ends before `end`.
std::size_t begin_of_operand(const Source& source, std::size_t end) {
    std::size_t begin = end - 1;
    const bool closes = source.is_one_of(begin, {")", "]"}) && source.partner(begin) != none;
    if (closes) begin = source.partner(begin);
    const bool called =
        closes && begin > 0 &&
        (source.is_kind(begin - 1, TokenKind::identifier) || source.is(begin - 1, "]"));
    if (called) return begin_of_operand(source, begin);
    const bool member = begin > 1 && source.is_one_of(begin - 1, {".", "->", "::"});
    return member ? begin_of_operand(source, begin - 1) : begin;
}

std::size_t end_of_operand(const Source& source, std::size_t begin) {
    std::size_t at = begin;
    while (source.is_one_of(at + 1, {".", "->", "::"})) at += 2;
    const bool names = source.is_kind(at, TokenKind::identifier);
    if (names && source.is_one_of(at + 1, {"(", "["})) ++at;
    return source.partner(at) == none ? at + 1 : source.partner(at) + 1;
}

void round_up(const Source& source, std::size_t i, Changes& changes) {
    if (!source.is(i, "/") || !source.is_binary(i)) return;
    const TokenRange divided{begin_of_operand(source, i), i};
    const TokenRange by{i + 1, end_of_operand(source, i + 1)};
    if (by.end <= by.begin || by.end > source.size()) return;
    const auto divisor = source.text(by);
    changes.push_back({{divided.begin, by.end},
                       "(" + source.text(divided) + " + " + divisor + " - 1) / " + divisor});
}

void drop_parentheses(const Source& source, std::size_t i, Changes& changes) {
    if (!source.is(i, "(") || i == 0 || source.partner(i) == none) return;
    const bool groups = source.is_one_of(i - 1, {"(", "[", ",", "=", "+", "-", "*", "/", "%",
                                                 "+=", "-=", "*=", "return", "<", ">", "?", ":"});
    const TokenRange inside{i + 1, source.partner(i)};
    if (groups && !inside.empty())
        changes.push_back({{i, source.partner(i) + 1}, source.text(inside)});
}

// a * b + c becomes a * (b + c).
void add_parentheses(const Source& source, std::size_t i, Changes& changes) {
    if (!source.is_one_of(i, additive) || !source.is_binary(i)) return;
    const auto begin = begin_of_operand(source, i);
    if (begin == 0 || !source.is_one_of(begin - 1, {"*", "/", "%"})) return;
    std::size_t end = i + 1;
    while (end < source.size() && !source.is_one_of(end, ends_term))
        end = source.partner(end) != none && source.partner(end) > end ? source.partner(end) + 1
                                                                       : end + 1;
    if (end < source.size())
        changes.push_back({{begin, end}, "(" + source.text({begin, end}) + ")"});
}

/// The term of a sum whose sign is at `i`, without the sign.
TokenRange term_after(const Source& source, std::size_t i) {
    std::size_t end = i + 1;
    while (end < source.size() && !source.is_one_of(end, ends_term) &&
           !source.is_one_of(end, relations))
        end = source.partner(end) != none && source.partner(end) > end ? source.partner(end) + 1
                                                                       : end + 1;
    return {i + 1, end};
}

void drop_term(const Source& source, std::size_t i, Changes& changes) {
    if (!source.is_one_of(i, additive) || !source.is_binary(i)) return;
    const auto after = term_after(source, i);
    if (!after.empty()) changes.push_back({{i, after.end}, ""});
}

// int i = blockIdx.x * blockDim.x; lacks the thread.
void add_thread(const Source& source, std::size_t i, Changes& changes) {
    if (!source.starts_statement(i) || !source.is_declaration(i)) return;
    const auto statement = source.statement(i);
    for (auto at = statement.begin; at + 2 < statement.end; ++at) {
        if (!source.is(at, "=")) continue;
        const TokenRange value{at + 1, statement.end - 1};
        const auto text = source.text(value);
        if (text.find("Idx") == text.npos) return;
        for (const char* term :
             {"threadIdx.x", "threadIdx.y", "blockIdx.x * blockDim.x", "blockIdx.y * blockDim.y"})
            changes.push_back({value, text + " + " + term});
        return;
    }
}

// int lane = threadIdx.x; lacks the remainder: a declaration whose value is one name.
void take_part(const Source& source, std::size_t i, Changes& changes) {
    if (!source.is(i, "=") || !source.is_kind(i + 1, TokenKind::identifier)) return;
    const TokenRange value{i + 1, end_of_operand(source, i + 1)};
    if (!source.is(value.end, ";") || plain_type(source, source[i - 1].text, i) != "int") return;
    for (const char* part : {" % 32", " / 32"})
        changes.push_back({value, source.text(value) + part});
}

void add_initialiser(const Source& source, std::size_t i, Changes& changes) {
    if (!source.starts_statement(i) || !source.is_one_of(i, {"int", "float", "double", "unsigned"}))
        return;
    if (source.is_kind(i + 1, TokenKind::identifier) && source.is(i + 2, ";"))
        replace(i + 1, std::string(source[i + 1].text) + " = 0", changes);
}

void drop_negation(const Source& source, std::size_t i, Changes& changes) {
    if (source.is(i, "!") && i + 1 < source.size())
        changes.push_back({{i, i + 2}, source.text({i + 1, i + 2})});
}

void widen_type(const Source& source, std::size_t i, Changes& changes) {
    if (source.is(i, "int") && !source.is_one_of(i - 1, {"unsigned", "long", "short"}))
        replace(i, "long long", changes);
    else if (source.is(i, "float") && !source.is(i + 1, "*"))
        replace(i, "double", changes);
}

// A statement and the next one, such as a barrier and a load.
void swap_statements(const Source& source, std::size_t i, Changes& changes) {
    const auto is_simple = [&](std::size_t at) {
        return source.starts_statement(at) && source.is_kind(at, TokenKind::identifier) &&
               !source.is_one_of(at, {"if", "for", "while", "do", "switch", "else", "return",
                                      "break", "continue"}) &&
               !source.is_declaration(at) && !source.statement(at).empty();
    };
    if (!is_simple(i)) return;
    const auto first = source.statement(i);
    if (!is_simple(first.end)) return;
    const auto second = source.statement(first.end);
    changes.push_back({{first.begin, second.end}, source.text(second) + " " + source.text(first)});
}

// A barrier in the braces of an if or a loop moves behind them.
void move_out(const Source& source, std::size_t i, Changes& changes) {
    if (!source.is_one_of(i, {"__syncthreads", "__syncwarp"}) || !source.starts_statement(i))
        return;
    const auto statement = source.statement(i);
    if (statement.empty() || !source.is(statement.end, "}")) return;
    changes.push_back({{statement.begin, statement.end + 1}, "} " + source.text(statement)});
}

}  // namespace

const std::vector<Operator> repair_operators{
    {"widen-bound", "a bound is one too far", widen_bound},
    {"shift-index-back", "an index is one short", shift_index_back},
    {"scale-constant", "a constant is doubled or halved", scale_constant},
    {"take-remainder", "/ becomes %", take_remainder},
    {"round-up", "a quotient is rounded up", round_up},
    {"drop-parentheses", "an expression loses its parentheses", drop_parentheses},
    {"add-parentheses", "a sum in a product gets parentheses", add_parentheses},
    {"drop-term", "a term of a sum is left out", drop_term},
    {"add-thread", "the number of a thread or of a block's first thread is added", add_thread},
    {"take-part", "a number's remainder or quotient by a warp's size", take_part},
    {"add-initialiser", "a variable starts at 0", add_initialiser},
    {"drop-negation", "! is left out", drop_negation},
    {"widen-type", "int becomes long long, float becomes double", widen_type},
    {"swap-statements", "two statements change places", swap_statements},
    {"move-out", "a barrier moves behind the braces", move_out},
    {"swap-variable", "another variable of the same type is used", swap_variable},
};

}  // namespace grader::mutants
