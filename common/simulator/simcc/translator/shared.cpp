// A __shared__ variable becomes a reference into the block's arena, identified by a unique type:
//
//     __shared__ float a[N], b;    struct __cusim_shared_1 { float a[N]; };
//                                  auto& a = ::cusim::shared_variable<…>("a").a; …
//     extern __shared__ T s[];     struct __cusim_shared_2 { T s[1]; };
//                                  auto& s = ::cusim::dynamic_shared<…>("s");
//
// The type is local to the function or template, so each instantiation has its own variable. At
// namespace scope the reference is declared again inside each device function that uses the name.
#include <algorithm>

#include "simulator/simcc/translator/passes.hpp"

namespace cusim::simcc {
namespace {

class SharedVariable {
  public:
    SharedVariable(Context& context, const Declaration& declaration, const Declarator& declarator)
        : context_(context),
          declaration_(declaration),
          declarator_(declarator),
          name_(context.token(declarator.name).text),
          type_("__cusim_shared_" + std::to_string(++context.next_id)) {}

    /// Appends the definition of its type and, inside a function, of the reference.
    void define(Pieces& out, bool local) {
        const bool dynamic = size_at_launch();
        out.push_back({" struct " + type_ + " { ", declaration_.type});
        out.push_back({" ", declarator_.tokens});
        out.push_back({"; };", {}});
        const std::string access = accessor(dynamic);
        if (local) {
            const std::string reference = " [[maybe_unused]] auto& " + name_ + " = " + access + ";";
            out.push_back({reference, {}});
            const std::size_t brace = context_.brackets.enclosing_brace(declaration_.begin);
            const std::size_t end = brace == none ? none : context_.brackets.partner(brace);
            if (end != none) redeclare_in_lambdas({declaration_.end, end}, reference);
        } else {
            out.push_back(
                {" static inline auto& " + type_ + "_get() { return " + access + "; }", {}});
            for (const DeviceBody& body : context_.device_bodies) redeclare(body);
        }
    }

  private:
    /// For `extern __shared__ T s[]`: one element stands for the unknown number.
    bool size_at_launch() {
        const std::size_t bound = declarator_.name + 1;
        if (!context_.is(bound, "[") || !context_.is(bound + 1, "]")) return false;
        context_.edits.insert_after(bound, {{"1", {}}});
        return true;
    }

    std::string accessor(bool dynamic) const {
        const std::string quoted = "(\"" + name_ + "\")";
        const std::string declared = "decltype(" + type_ + "::" + name_ + ")";
        if (dynamic) return "::cusim::dynamic_shared<" + declared + ">" + quoted;
        return "::cusim::shared_variable<" + type_ + ", " + declared + ">" + quoted + "." + name_;
    }

    void redeclare(const DeviceBody& body) {
        const bool later = body.range.begin >= declaration_.end;
        if (!later || body.also_host || !mentions(body.range) || mentions(body.parameters)) return;
        const std::string reference =
            " [[maybe_unused]] auto& " + name_ + " = " + type_ + "_get();";
        context_.edits.insert_after(body.range.begin, {{reference + " {", {}}});
        context_.edits.insert_before(body.range.end - 1, {{"} ", {}}});
        redeclare_in_lambdas({body.range.begin + 1, body.range.end - 1}, reference);
    }

    /// CUDA never captures a shared variable, so a lambda needs no capture for it. One that
    /// captures the rest by reference may as well use the reference around it.
    void redeclare_in_lambdas(TokenRange range, const std::string& reference) {
        for (std::size_t i = range.begin; i < range.end; ++i) {
            if (!begins_lambda(i)) continue;
            const std::size_t captured = context_.brackets.partner(i);
            std::size_t body = captured + 1;
            while (body < range.end && !context_.is(body, "{") && !context_.is(body, ";")) ++body;
            const std::size_t close =
                context_.is(body, "{") ? context_.brackets.partner(body) : none;
            if (close == none || captures_by_reference(i) || is_device_body(body)) continue;
            if (mentions({i, body}) || !mentions({body, close})) continue;
            context_.edits.insert_after(body, {{reference, {}}});
        }
    }

    /// Not a subscript, an array's length, an attribute or the names of a structured binding.
    bool begins_lambda(std::size_t i) const {
        if (!context_.is(i, "[") || context_.is(i + 1, "[") || context_.is(i - 1, "["))
            return false;
        if (context_.brackets.partner(i) == none) return false;
        const std::size_t reference = context_.is(i - 1, "&") || context_.is(i - 1, "&&") ? 1 : 0;
        if (context_.is(i - 1 - reference, "auto")) return false;
        const Token& before = context_.token(i - 1);
        if (before.text == "return") return true;
        return before.kind != TokenKind::identifier && before.text != ")" && before.text != "]";
    }

    bool captures_by_reference(std::size_t i) const {
        return context_.is(i + 1, "&") && (context_.is(i + 2, "]") || context_.is(i + 2, ","));
    }

    /// It has a reference of its own then, if the variable is at namespace scope.
    bool is_device_body(std::size_t brace) const {
        return std::ranges::any_of(context_.device_bodies, [&](const DeviceBody& body) {
            return body.range.begin == brace;
        });
    }

    /// As a separate name, not as a member or a qualified name.
    bool mentions(TokenRange range) const {
        for (std::size_t i = range.begin; i < range.end; ++i) {
            if (context_.is(i, name_) && !context_.is(i - 1, ".") && !context_.is(i - 1, "->") &&
                !context_.is(i - 1, "::")) {
                return true;
            }
        }
        return false;
    }

    Context& context_;
    const Declaration& declaration_;
    const Declarator& declarator_;
    std::string name_;
    std::string type_;
};

void translate_declaration(Context& context, const Declaration& declaration) {
    for (std::size_t i = declaration.type.begin; i < declaration.type.end; ++i) {
        if (context.is(i, "extern") || context.is(i, "static")) context.edits.erase(i);
    }
    const bool local = !context.at_namespace_scope(declaration.specifiers);
    Pieces replacement;
    for (const Declarator& declarator : declaration.declarators) {
        if (declarator.initialised) {
            context.complain(context.token(declarator.name), Severity::error,
                             "a __shared__ variable cannot have an initialiser: let a thread store "
                             "the value, then __syncthreads()");
        }
        if (context.is(declarator.name + 1, "[") && context.is(declarator.name + 2, "]") &&
            !contains(context.source, declaration.type, "extern")) {
            const std::string name(context.token(declarator.name).text);
            context.complain(context.token(declarator.name), Severity::error,
                             "a __shared__ array has a length, or is declared extern, and the "
                             "launch gives its bytes: extern __shared__ … " +
                                 name + "[]");
        }
        SharedVariable(context, declaration, declarator).define(replacement, local);
    }
    context.edits.move_away({declaration.specifiers, declaration.end - 1});
    context.edits.insert_after(declaration.end - 1, std::move(replacement));
}

}  // namespace

void translate_shared(Context& context) {
    for (const Declaration& declaration : context.declarations) {
        if (declaration.kind == DeclarationKind::variable &&
            contains(context.source, declaration.type, "__shared__")) {
            translate_declaration(context, declaration);
        }
    }
}

}  // namespace cusim::simcc
