// The host's address of a device function is none that a device could call, although nvcc gives the
// host one: `Operation table[] = {add, multiply};`. Here a function has one address for both sides,
// so that in code of the host `add` becomes `::cusim::address_on_host(add, "add")`, which stands
// for it: a call through it fails, as it does on a device.
//
// Only where the name certainly means the function and is a value there: not in template arguments,
// constant expressions and operands that are not evaluated.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

#include "simulator/simcc/translator/evaluated.hpp"
#include "simulator/simcc/translator/functions.hpp"
#include "simulator/simcc/translator/name_lookup.hpp"
#include "simulator/simcc/translator/passes.hpp"

namespace cusim::simcc {
namespace {

class HostAddresses {
  public:
    explicit HostAddresses(Context& context)
        : context_(context),
          functions_(find_functions(context)),
          lookup_(context, functions_),
          enumerators_(enumerators_in(context)) {}

    void translate() {
        for (const Function& caller : functions_.all) {
            if (!caller.host || caller.device || caller.declaration.body == none) continue;
            for (std::size_t i = caller.declaration.body; i < caller.declaration.end; ++i)
                if (is_value(i) && lookup_.is_only_used(context_.token(i).text, caller) &&
                    is_evaluated(context_, i, caller))
                    stand_in(i);
        }
        for (std::size_t i = 1; i + 1 < context_.source.tokens.size(); ++i)
            if (is_value(i) && is_initialiser_of_host(i)) stand_in(i);
    }

  private:
    bool is_device_function(std::size_t i) const {
        if (context_.token(i).kind != TokenKind::identifier) return false;
        const auto found = functions_.names.find(context_.token(i).text);
        if (found == functions_.names.end()) return false;
        const Overloads& all = found->second;
        if (all.unclear || all.host || !all.device || all.definitions.size() != 1) return false;
        const Function& function = functions_.all[all.definitions[0]];
        return !function.kernel && !function.conditional && !function.member &&
               context_.from_user(context_.token(function.declaration.name)) &&
               !enumerators_.contains(context_.token(i).text);
    }

    /// `enum E { a, b = 1 }`, in whatever scope.
    static std::set<std::string_view> enumerators_in(const Context& context) {
        std::set<std::string_view> names;
        for (std::size_t i = 0; i < context.source.tokens.size(); ++i) {
            if (!context.is(i, "enum")) continue;
            std::size_t open = i;
            while (open < context.source.tokens.size() && !context.is(open, "{") &&
                   !context.is(open, ";") && !context.is(open, "("))
                ++open;
            if (open == context.source.tokens.size() || !context.is(open, "{")) continue;
            const std::size_t end = context.brackets.partner(open);
            for (std::size_t k = open + 1; end != none && k < end; ++k)
                if (context.is(k - 1, "{") || context.is(k - 1, ","))
                    names.insert(context.token(k).text);
        }
        return names;
    }

    bool is_value(std::size_t i) const {
        constexpr std::array<std::string_view, 11> before = {"{", "(",  ",",  "=",  "&",     "?",
                                                             ":", "==", "!=", "&&", "return"};
        constexpr std::array<std::string_view, 8> after = {"}", ")",  ",",  ";",
                                                           ":", "==", "!=", "?"};
        return is_device_function(i) &&
               std::ranges::count(before, context_.token(i - 1).text) > 0 &&
               std::ranges::count(after, context_.token(i + 1).text) > 0 &&
               !context_.in_device_code(i) && !may_be_constant(i);
    }

    /// In a list of template arguments or of enumerators, or in a constant.
    bool may_be_constant(std::size_t i) const {
        constexpr std::array<std::string_view, 6> words = {
            "constexpr", "constinit", "consteval", "enum", "template", "static_assert"};
        const std::size_t begin = begin_of_statement(i);
        const std::size_t open = opener(context_, i, begin);
        for (std::size_t k = begin; k < i; ++k)
            if (std::ranges::count(words, context_.token(k).text) > 0) return true;
        return contains(context_.source, {open == none ? begin : open, i}, "<");
    }

    std::size_t begin_of_statement(std::size_t i) const {
        while (i > 0) {
            const std::size_t before = i - 1;
            if (context_.is(before, ";")) break;
            if (context_.is(before, "{") && !is_list(before)) break;
            if (context_.is(before, "}")) {
                const std::size_t open = context_.brackets.partner(before);
                if (open == none || !is_list(open)) break;
                i = open;
                continue;
            }
            i = before;
        }
        return i;
    }

    /// `= {`, `({`, `{{`, `, {` and `Job{`, not the brace of a body.
    bool is_list(std::size_t brace) const {
        if (brace == 0) return false;
        const std::size_t before = brace - 1;
        if (context_.is(before, "{")) return is_list(before);
        return context_.is(before, "=") || context_.is(before, ",") || context_.is(before, "(") ||
               context_.is(before, "]") || context_.is(before, "return") ||
               (context_.token(before).kind == TokenKind::identifier && before > 0 &&
                !context_.is(before, "else") && !context_.is(before, "do") &&
                !context_.is(before - 1, "struct") && !context_.is(before - 1, "class") &&
                !context_.is(before - 1, "namespace"));
    }

    bool is_initialiser_of_host(std::size_t i) const {
        const std::size_t begin = begin_of_statement(i);
        if (!context_.at_namespace_scope(begin) || !context_.from_user(context_.token(i)))
            return false;
        bool is_initialised = false;
        for (std::size_t k = begin; k < i; ++k) {
            const std::string_view word = context_.token(k).text;
            if (is_cuda_qualifier(word) && word != "static") return false;
            if (word == "using" || word == "typedef" || word == "operator") return false;
            is_initialised |= word == "=" || (word == "{" && is_list(k));
        }
        return is_initialised;
    }

    void stand_in(std::size_t i) {
        const std::string name{context_.token(i).text};
        context_.edits.insert_before(i, {{"::cusim::address_on_host(", {}}});
        context_.edits.insert_after(i, {{", \"" + name + "\")", {}}});
    }

    Context& context_;
    const Functions functions_;
    const NameLookup lookup_;
    const std::set<std::string_view> enumerators_;
};

}  // namespace

void translate_host_addresses(Context& context) {
    HostAddresses{context}.translate();
}

}  // namespace cusim::simcc
