// Mistakes with whole statements: removed, unguarded, assigned instead of added.
#include "mutants/kinds.hpp"

namespace grader::mutants {
namespace {

void drop_statement(const Source& source, std::size_t i, Changes& changes) {
    if (!source.starts_statement(i)) return;
    if (source.is_one_of(i, {"if", "for", "while", "do", "switch", "else", "case", "default", "{",
                             "}", ";", "using"}))
        return;
    if (source.is(i, "return") && !source.is(i + 1, ";")) return;
    const auto statement = source.statement(i);
    if (!source.is_one_of(i, {"return", "break", "continue"}) && source.is_declaration(i)) return;
    changes.push_back({statement, ";"});
}

// The condition of an if or a ?:.
TokenRange condition_at(const Source& source, std::size_t i) {
    if (source.is(i, "if") && source.is(i + 1, "(") && source.partner(i + 1) != none)
        return {i + 2, source.partner(i + 1)};
    if (source.is(i, "?")) return source.operand_before(i, {});
    return {i, i};
}

void drop_guard(const Source& source, std::size_t i, Changes& changes) {
    changes.push_back({condition_at(source, i), "true"});
}

void never_enter(const Source& source, std::size_t i, Changes& changes) {
    changes.push_back({condition_at(source, i), "false"});
}

void assign_for_add(const Source& source, std::size_t i, Changes& changes) {
    if (source.is_one_of(i, {"+=", "-="})) replace(i, "=", changes);
}

void add_for_assign(const Source& source, std::size_t i, Changes& changes) {
    if (!source.is(i, "=")) return;
    std::size_t begin = i;
    while (begin > 0 && !source.starts_statement(begin)) --begin;
    const auto statement = source.statement(begin);
    if (statement.end > i && !source.is_declaration(begin) &&
        source.opener_around(begin) == source.opener_around(i))
        replace(i, "+=", changes);
}

// Removes an initialiser, so that the variable starts with an arbitrary value.
void drop_initialiser(const Source& source, std::size_t i, Changes& changes) {
    if (!source.starts_statement(i) || !source.is_declaration(i)) return;
    if (source.is_one_of(i, {"const", "constexpr", "auto", "using", "static"})) return;
    const auto statement = source.statement(i);
    for (std::size_t at = statement.begin; at < statement.end; ++at)
        if (source.is(at, "=") && source.is_kind(at + 1, TokenKind::number) &&
            source.is_one_of(at + 2, {",", ";"}))
            changes.push_back({{at, at + 2}, ""});
}

}  // namespace

const std::vector<Operator> statement_operators{
    {"drop-guard", "a condition of if or ?: is always true", drop_guard},
    {"never-enter", "a condition of if or ?: is never true", never_enter},
    {"drop-statement", "a statement is left out", drop_statement},
    {"assign-for-add", "+= becomes =", assign_for_add},
    {"add-for-assign", "= becomes +=", add_for_assign},
    {"drop-initialiser", "a variable keeps what was in its memory", drop_initialiser},
};

}  // namespace grader::mutants
