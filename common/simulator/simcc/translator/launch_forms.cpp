// Launches that are almost right, and that g++ would misunderstand or refuse with an unclear
// message: a launch of a function that is no kernel, a kernel called like a function, too few angle
// brackets, and a kernel that is a member. nvcc refuses them all.
//
// Only names at namespace scope are considered, if no variable, parameter or member of the caller
// can be meant.
#include <string>

#include "simulator/simcc/translator/functions.hpp"
#include "simulator/simcc/translator/passes.hpp"

namespace cusim::simcc {
namespace {

constexpr std::string_view correct_form = "<<<blocks, threads>>>(arguments)";

class LaunchForms {
  public:
    explicit LaunchForms(Context& context)
        : context_(context), functions_(find_functions(context)) {}

    void refuse() {
        for (const Function& function : functions_.all) {
            const Declaration& code = function.declaration;
            if (code.body == none || !context_.from_user(context_.token(code.name))) continue;
            if (function.kernel && function.member &&
                !contains(context_.source, {code.specifiers, code.name}, "friend"))
                refuse_inner(code);
            for (std::size_t i = code.body; i < code.end; ++i)
                if (may_name_a_function(i)) look_at(i, function);
        }
    }

  private:
    /// A kernel in a class, or behind a brace that is not closed before it.
    void refuse_inner(const Declaration& kernel) {
        const std::size_t brace = context_.brackets.enclosing_brace(kernel.begin);
        if (brace == none || class_key_of(context_, brace) != none)
            return complain(kernel.name,
                            " is a kernel, and no kernel is a member of a class: define it "
                            "outside, and pass the object");
        const std::string line = std::to_string(context_.token(brace).line);
        complain(kernel.name,
                 " is defined within the braces that open on line " + line +
                     ", and no function is defined within another one: is a `}` missing between "
                     "that line and this one?");
    }

    bool is(std::size_t i, std::string_view spelling) const { return context_.is(i, spelling); }

    /// False for `x.f`, `T::f` and a declaration `T f`.
    bool may_name_a_function(std::size_t i) const {
        if (context_.token(i).kind != TokenKind::identifier) return false;
        const Token& before = context_.token(i - 1);
        const bool declares = before.kind == TokenKind::identifier && !before.is("return") &&
                              !before.is("else") && !before.is("do");
        return !declares && !before.is(".") && !before.is("->") && !before.is("::") &&
               !before.is("*") && !before.is("&");
    }

    void look_at(std::size_t i, const Function& caller) {
        if (is_kernel(i)) return look_at_kernel(i, caller);
        if (is(i + 1, "<<<") && is_no_kernel(i))
            complain(i,
                     " is launched and is not a kernel: put __global__ in front of its definition, "
                     "as in `__global__ void " +
                         name(i) + "(…)`");
    }

    void look_at_kernel(std::size_t i, const Function& caller) {
        if (caller.device && context_.in_device_code(i)) return;
        if (is(i + 1, "(") && !is_declared_in(caller, i))
            complain(i, " is a kernel and is called like a function: launch it, as in " + name(i) +
                            std::string(correct_form));
        if (is(i + 1, "<<"))
            complain(i,
                     " is launched with two angle brackets, and a launch takes three on "
                     "either side: " +
                         name(i) + std::string(correct_form));
    }

    bool is_kernel(std::size_t i) const {
        bool found = false;
        for (const Function& function : functions_.all) {
            if (!is(function.declaration.name, context_.token(i).text)) continue;
            if (!function.kernel || function.member) return false;
            found = true;
        }
        return found;
    }

    bool is_no_kernel(std::size_t i) const {
        const auto known = functions_.names.find(context_.token(i).text);
        return known != functions_.names.end() && !known->second.unclear &&
               !known->second.in_headers && !known->second.definitions.empty();
    }

    /// Whether a parameter or variable of the caller has the kernel's name.
    bool is_declared_in(const Function& caller, std::size_t named) const {
        const Declaration& code = caller.declaration;
        for (const TokenRange range : {code.parameters, TokenRange{code.body, code.end}})
            for (std::size_t i = range.begin; i < range.end; ++i)
                if (is(i, context_.token(named).text) && !may_name_a_function(i)) return true;
        return false;
    }

    std::string name(std::size_t i) const { return std::string(context_.token(i).text); }

    void complain(std::size_t i, const std::string& what) {
        context_.complain(context_.token(i), Severity::error, name(i) + what);
    }

    Context& context_;
    const Functions functions_;
};

}  // namespace

void refuse_wrong_launches(Context& context) {
    LaunchForms{context}.refuse();
}

}  // namespace cusim::simcc
