// Calls from the wrong side: a function of the host called from device code, and the other way
// round. g++ would compile both; nvcc refuses them, and on a device neither could work.
//
// Told from spelling alone, so only where there is no doubt which function is called and that nvcc
// looks at the caller. It looks at the host's functions whether or not anybody calls them, but at
// those of the device only once kernels, or functions that other files may call, lead there.
#include <algorithm>
#include <array>
#include <string>

#include "simulator/simcc/functions.hpp"
#include "simulator/simcc/host_library.hpp"

namespace cusim::simcc {
namespace {

class WrongSides {
  public:
    explicit WrongSides(Context& context)
        : context_(context), functions_(find_functions(context)), looked_(functions_.all.size()) {}

    void refuse() {
        for (std::size_t k = 0; k < functions_.all.size(); ++k) {
            const Function& function = functions_.all[k];
            if (function.conditional || is_for_both(function)) continue;
            if (function.host || function.kernel || !function.internal) look_into(k);
        }
    }

  private:
    using Range = TokenRange;

    /// Or overloaded for either side: another declaration may have given it the other one.
    bool is_for_both(const Function& function) const {
        if (function.kernel) return false;
        const Names& names =
            function.owner == none ? functions_.names : functions_.classes[function.owner].methods;
        const Overloads& all = names.at(context_.token(function.declaration.name).text);
        return all.host && all.device;
    }

    bool is(std::size_t i, std::string_view spelling) const { return context_.is(i, spelling); }

    template <std::size_t N>
    bool is_one_of(std::size_t i, const std::array<std::string_view, N>& words) const {
        return std::find(words.begin(), words.end(), context_.token(i).text) != words.end();
    }

    /// The '(' of a call of the function named at `i`, behind template arguments; else `none`.
    std::size_t call_of(std::size_t i) const {
        std::size_t open = i + 1;
        if (is(open, "<")) {
            open = context_.brackets.after_template_list(open, context_.source.tokens.size());
            if (open == none) return none;
        }
        return is(open, "(") ? open : none;
    }

    /// The bracket that opens around `i`, not before `begin`; else `none`.
    std::size_t opener(std::size_t i, std::size_t begin) const {
        while (i-- > begin) {
            if (context_.brackets.is_opener(i)) return i;
            if (!context_.brackets.is_closer(i)) continue;
            i = context_.brackets.partner(i);
            if (i == none) break;
        }
        return none;
    }

    // ---- Whether what stands at a place is done at all ----------------------------------------

    /// A lambda's, a class's or a requirement's brace, not a statement's. nvcc looks into lambdas
    /// of the host, called or not, as long as they are no templates.
    bool opens_other_code(std::size_t brace, bool on_device) const {
        std::size_t k = brace;
        while (k > 0 && (context_.token(k - 1).kind == TokenKind::identifier || is(k - 1, "::") ||
                         is(k - 1, "->") || is(k - 1, "*") || is(k - 1, "&") || is(k - 1, ":") ||
                         is(k - 1, ","))) {
            --k;
            if (is(k, "struct") || is(k, "class") || is(k, "union") || is(k, "requires"))
                return true;
        }
        if (k == 0) return false;
        if (is(k - 1, "]")) return true;
        if (!is(k - 1, ")")) return false;
        const std::size_t open = context_.brackets.partner(k - 1);
        if (open == none || open == 0) return false;
        std::size_t before = open - 1;
        while (before > 0 && is_cuda_qualifier(context_.token(before).text)) --before;
        const bool plain_lambda = is(before, "]") && before == open - 1 &&
                                  !contains(context_.source, {open, brace}, "auto");
        if (plain_lambda && !on_device) return false;
        return is(before, "]") || is(before, "requires");
    }

    /// Neither an operand that is not evaluated nor code of its own, such as a lambda's.
    bool is_done(std::size_t i, const Function& caller) const {
        constexpr std::array<std::string_view, 11> unevaluated = {
            "decltype", "sizeof",   "noexcept",   "static_assert",        "typeid",  "alignof",
            "typeof",   "__typeof", "__typeof__", "__builtin_constant_p", "requires"};
        const std::size_t begin = caller.declaration.body;
        for (std::size_t open = opener(i, begin); open != none; open = opener(open, begin)) {
            if (is(open, "(") && is_one_of(open - 1, unevaluated)) return false;
            if (is(open, "{") && open != begin && opens_other_code(open, caller.device))
                return false;
        }
        return true;
    }

    /// A constant before ?, && or || may leave it out: on the device nvcc does not look there then.
    bool may_be_left_out(std::size_t i) const {
        while (i-- > 0 && !is(i, ";") && !is(i, "{") && !is(i, "}"))
            if (is(i, "?") || is(i, "&&") || is(i, "||")) return true;
        return false;
    }

    bool chooses_at_compile_time(const Function& function) const {
        const Range body = {function.declaration.body, function.declaration.end};
        for (std::size_t i = body.begin; i + 1 < body.end; ++i)
            if ((is(i, "if") &&
                 (is(i + 1, "constexpr") || is(i + 1, "consteval") || is(i + 1, "!"))) ||
                is(i, "requires"))
                return true;
        return false;
    }

    // ---- What a name means ---------------------------------------------------------------------

    /// Something else than a call of it: a variable, a parameter, an argument.
    bool is_used_otherwise(std::string_view name, const Function& caller) const {
        const Declaration& function = caller.declaration;
        for (const Range range : {function.parameters, Range{function.body, function.end}})
            for (std::size_t i = range.begin; i < range.end; ++i) {
                if (!context_.token(i).is(name) || is(i - 1, ".") || is(i - 1, "->")) continue;
                const bool named = context_.token(i - 1).kind == TokenKind::identifier &&
                                   !is(i - 1, "return") && !is(i - 1, "else");
                if (call_of(i) == none || named) return true;
            }
        return false;
    }

    std::size_t class_named(std::size_t i) const {
        for (std::size_t k = 0; k < functions_.classes.size(); ++k)
            if (is(i, functions_.classes[k].name)) return k;
        return none;
    }

    struct Object {
        std::size_t of = none;  // a known class
        bool pointer = false;
        bool doubtful = false;
    };

    /// What the variable's name at `i` declares there: nothing, an object of a known class, or
    /// perhaps something else.
    Object declared_at(std::size_t i, std::size_t begin) const {
        constexpr std::array<std::string_view, 5> before_operands = {"return", "else", "case",
                                                                     "not", "do"};
        const bool accessed = is(i + 1, ".") || is(i + 1, "->");
        std::size_t type = i - 1;
        const bool indirect = is(type, "&") || is(type, "*") || is(type, "&&");
        if (indirect) --type;
        if (is(type, "const")) --type;
        if (is(i - 1, "const") && (is(type, "*") || is(type, "&"))) return {none, false, true};
        const bool typed =
            context_.token(type).kind == TokenKind::identifier && !is_one_of(type, before_operands);
        if (typed && class_named(type) != none && !is(i + 1, "[")) {
            const bool member = is(type - 1, "::") && class_named(type - 2) != none;
            if (!accessed && !member) return {class_named(type), is(i - 1, "*"), false};
        }
        if (accessed && (indirect || is(type, ">"))) return {};  // a * x.f()
        if (typed || (!indirect && is(type, ">"))) return {none, false, true};
        if (indirect && (is(type, ">") || is(type, "*") || is(type, "&")))
            return {none, false, true};
        const std::size_t open = opener(i, begin);
        const bool in_list = is(i - 1, ",") && open != none && is(open, "{") && !accessed;
        const bool bound = (is(i - 1, "[") || is(i - 1, ",")) && open != none && is(open, "[") &&
                           (is(i + 1, "=") || is(i + 1, "]") || is(i + 1, ","));
        return {none, false, in_list || bound};
    }

    /// The known class of the caller's variable at `i`, if it is declared there once and nothing
    /// else is.
    Object object_at(std::size_t i, const Function& caller) const {
        const Declaration& function = caller.declaration;
        const std::string_view name = context_.token(i).text;
        Object result;
        for (const Range range : {function.parameters, Range{function.body, function.end}})
            for (std::size_t k = range.begin; k < range.end; ++k) {
                if (!context_.token(k).is(name) || is(k - 1, ".") || is(k - 1, "->")) continue;
                const Object found = declared_at(k, function.parameters.begin - 1);
                if (found.doubtful || is(k - 1, "::")) return {};
                if (found.of == none) continue;
                if (result.of != none) return {};
                result = found;
            }
        return result;
    }

    const Overloads* method(std::size_t of, std::string_view name) const {
        if (of == none) return nullptr;
        const Names& methods = functions_.classes[of].methods;
        const auto found = methods.find(name);
        return found == methods.end() || found->second.unclear ? nullptr : &found->second;
    }

    /// `x.f(`, `p->f(`, `this->f(`
    const Overloads* accessed(std::size_t i, const Function& caller) const {
        const std::size_t object = i - 2;
        const std::string_view name = context_.token(i).text;
        if (context_.token(object).kind != TokenKind::identifier) return nullptr;
        if (is(object, "this")) return is(i - 1, "->") ? method(caller.owner, name) : nullptr;
        if (is(object - 1, ".") || is(object - 1, "->") || is(object - 1, "::")) return nullptr;
        if (context_.token(object - 1).kind == TokenKind::identifier && !is(object - 1, "return") &&
            !is(object - 1, "else"))
            return nullptr;
        const Object found = object_at(object, caller);
        return found.pointer == is(i - 1, "->") ? method(found.of, name) : nullptr;
    }

    /// The functions of which one is called at `i`, if that is certain.
    const Overloads* called_at(std::size_t i, const Function& caller) const {
        if (is(i - 1, ".") || is(i - 1, "->")) return accessed(i, caller);
        const std::string_view name = context_.token(i).text;
        if (is(i - 1, "::")) {
            if (is(i - 3, "::") || is(i - 3, ".") || is(i - 3, "->")) return nullptr;
            return method(class_named(i - 2), name);
        }
        if (is_used_otherwise(name, caller)) return nullptr;
        if (caller.owner != none && functions_.classes[caller.owner].methods.contains(name))
            return method(caller.owner, name);
        const auto found = functions_.names.find(name);
        if (found == functions_.names.end() || found->second.unclear) return nullptr;
        const bool may_inherit = caller.member && caller.owner == none;
        return may_inherit && found->second.in_headers ? nullptr : &found->second;
    }

    // ---- From caller to callee -----------------------------------------------------------------

    void complain(std::size_t i, bool on_device) {
        const std::string name{context_.token(i).text};
        context_.complain(context_.token(i), Severity::error,
                          on_device ? "device code calls " + name +
                                          ", a function of the host: put __device__ in front of it"
                                    : "the host calls " + name +
                                          ", a function of the device: put __host__ __device__ in "
                                          "front of it");
    }

    /// Each of the device's functions whose definition is the only one of its name.
    void go_on_to(const Overloads& called) {
        if (!called.host && called.definitions.size() == 1) look_into(called.definitions[0]);
    }

    void check_call(std::size_t i, const Function& caller) {
        if (!functions_.names.contains(context_.token(i).text)) return;
        if (call_of(i) == none || !is_done(i, caller)) return;
        if (caller.device && may_be_left_out(i)) return;
        const Overloads* const called = called_at(i, caller);
        if (!called) return;
        if (caller.device ? !called->device : !called->host)
            complain(i, caller.device);
        else if (caller.device)
            go_on_to(*called);
    }

    // Functions for both sides may: nvcc warns of those at most.
    void check_library(std::size_t i, const Function& caller) {
        const std::string_view name = context_.token(i).text;
        const bool own =
            functions_.names.contains(name) || class_named(i) != none ||
            (caller.member && caller.owner == none) ||
            (caller.owner != none && functions_.classes[caller.owner].methods.contains(name));
        const auto use = host_library_use(context_, i, !own);
        if (!use || !is_done(i, caller)) return;
        const bool bare = use->what == name;
        if (bare && (is_used_otherwise(name, caller) || may_be_left_out(i))) return;
        context_.complain(
            context_.token(i), Severity::error,
            "device code uses " + use->what + ", which is the host's: " + use->instead);
    }

    /// nvcc knows no exceptions on the device.
    void check_exceptions(std::size_t i, const Function& caller) {
        if (!(is(i, "throw") || is(i, "try")) || !is_done(i, caller)) return;
        context_.complain(context_.token(i), Severity::error,
                          "device code has no exceptions: " + std::string(context_.token(i).text) +
                              " is for the host");
    }

    /// A template is instantiated by its launch from the host.
    void check_launch(std::size_t i) {
        std::size_t open = i + 1;
        if (is(open, "<"))
            open = context_.brackets.after_template_list(open, context_.source.tokens.size());
        if (open == none || !is(open, "<<<") || is(i - 1, "::")) return;
        const auto found = functions_.names.find(context_.token(i).text);
        if (found != functions_.names.end() && found->second.definitions.size() == 1 &&
            functions_.all[found->second.definitions[0]].kernel)
            look_into(found->second.definitions[0]);
    }

    void look_into(std::size_t index) {
        const Function& function = functions_.all[index];
        if (looked_[index] || function.declaration.body == none) return;
        looked_[index] = true;
        if (chooses_at_compile_time(function)) return;
        for (std::size_t i = function.declaration.body; i < function.declaration.end; ++i) {
            if (context_.token(i).kind != TokenKind::identifier) continue;
            if (function.device) {
                check_call(i, function);
                if (function.host) continue;
                check_library(i, function);
                check_exceptions(i, function);
            } else if (!context_.in_device_code(i)) {
                check_call(i, function);
                check_launch(i);
            }
        }
    }

    Context& context_;
    const Functions functions_;
    std::vector<bool> looked_;  // by function
};

}  // namespace

void refuse_wrong_side(Context& context) {
    WrongSides{context}.refuse();
}

}  // namespace cusim::simcc
