// Queries that all passes use, and the search for the declarations that all passes work on.
#include <algorithm>

#include "simulator/simcc/translator/passes.hpp"

namespace cusim::simcc {

Context::Context(std::string_view text, const TranslationOptions& given)
    : options(given), source(lex(text, given.file_name)), brackets(source.tokens), edits(source) {}

bool Context::is(std::size_t i, std::string_view spelling) const {
    return i < source.tokens.size() && source.tokens[i].is(spelling);
}

bool Context::in_device_code(std::size_t i) const {
    return std::any_of(device_bodies.begin(), device_bodies.end(), [&](const DeviceBody& body) {
        return body.range.begin <= i && i < body.range.end;
    });
}

/// Whether every brace around `i` is that of a namespace or an extern "C" block.
bool Context::at_namespace_scope(std::size_t i) const {
    for (std::size_t brace = brackets.enclosing_brace(i); brace != none;
         brace = brackets.enclosing_brace(brace)) {
        std::size_t head = brace;
        while (head > 0 && !is(head - 1, ";") && !is(head - 1, "{") && !is(head - 1, "}") &&
               !is(head - 1, ")")) {
            --head;
        }
        const bool linkage = is(head, "extern") && brace == head + 2;
        if (!linkage && !contains(source, {head, brace}, "namespace")) return false;
    }
    return true;
}

bool Context::from_user(const Token& token) const {
    const SourceFile& file = source.file_of(token);
    if (file.system) return false;
    return options.own_headers.empty() || !file.name.starts_with(options.own_headers);
}

std::string Context::spelling(TokenRange range) const {
    std::string text;
    for (std::size_t i = range.begin; i < range.end; ++i) {
        if (i > range.begin && token(i - 1).end() != token(i).offset) text += ' ';
        text += token(i).text;
    }
    return text;
}

std::string Context::file_literal(const Token& token) const {
    // A line marker's file name is already escaped as in a literal.
    return '"' + source.file_of(token).name + '"';
}

void Context::complain(const Token& token, Severity severity, std::string message) {
    result.diagnostics.push_back(
        {severity, source.file_of(token).name, token.line, std::move(message)});
}

void find_declarations(Context& context) {
    const auto& tokens = context.source.tokens;
    std::size_t read_up_to = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        // A closing bracket's partner is before it.
        if (context.is(i, "__attribute__") && context.is(i + 1, "(") &&
            context.brackets.partner(i + 1) != none) {
            i = context.brackets.partner(i + 1);
            continue;
        }
        if (i < read_up_to || !is_cuda_qualifier(tokens[i].text)) continue;
        Declaration found = read_declaration(context.source, context.brackets, i);
        if (found.kind == DeclarationKind::other) {
            read_up_to = found.end;
            continue;
        }
        const bool code = found.kind != DeclarationKind::variable;
        read_up_to = found.body != none ? std::max(i + 1, found.parameters.end) : found.end;
        const TokenRange head = {found.specifiers, code ? read_up_to : found.end};
        const bool device = contains(context.source, head, "__device__");
        if (code && found.body != none &&
            (device || contains(context.source, head, "__global__"))) {
            context.device_bodies.push_back({{found.body, found.end},
                                             found.parameters,
                                             contains(context.source, head, "__host__")});
        }
        context.declarations.push_back(std::move(found));
    }
}

}  // namespace cusim::simcc
