// Uses of the wrong side: a host function called from device code, or the reverse, and a variable
// of the host in device code. g++ would compile all of them. nvcc refuses them, and on a device
// none could work. A launch by device code, which nvcc compiles with -rdc=true only, is here too.
//
// Reported only if it is certain which function or variable is meant (name_lookup.hpp), and that
// nvcc examines the caller. nvcc examines host functions whether or not anything calls them. It
// examines device functions only if a kernel, or a function that other files may call, leads there,
// and templates only where they are instantiated: a kernel by its launch, a host function by its
// call.
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/simcc/translator/addresses_on_host.hpp"
#include "simulator/simcc/translator/evaluated.hpp"
#include "simulator/simcc/translator/functions.hpp"
#include "simulator/simcc/translator/host_library.hpp"
#include "simulator/simcc/translator/host_variables.hpp"
#include "simulator/simcc/translator/name_lookup.hpp"

namespace cusim::simcc {
namespace {

class WrongSides {
  public:
    explicit WrongSides(Context& context)
        : context_(context),
          functions_(find_functions(context)),
          variables_(find_host_variables(context)),
          members_of_templates_(find_members_of_templates(context)),
          lookup_(context, functions_),
          uses_(context, functions_, lookup_),
          looked_(functions_.all.size()) {
        for (const Class& one : functions_.classes)
            members_.push_back(find_host_members(context, one));
    }

    void refuse() {
        for (std::size_t k = 0; k < functions_.all.size(); ++k) {
            const Function& function = functions_.all[k];
            if (function.conditional) continue;
            if (function.host && function.device && !function.internal) look_into_both(k);
            if (is_for_both(function)) continue;
            if (function.host || function.kernel || !function.internal) look_into(k);
        }
    }

  private:
    /// Or it may be overloaded for both sides: another declaration may have given it the other one.
    bool is_for_both(const Function& function) const {
        if (function.kernel) return false;
        const Names& names =
            function.owner == none ? functions_.names : functions_.classes[function.owner].methods;
        const Overloads& all = names.at(context_.token(function.declaration.name).text);
        return all.host && all.device;
    }

    bool is(std::size_t i, std::string_view spelling) const { return context_.is(i, spelling); }

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

    /// Visits the functions of the caller's side that are called, if their definition is the only
    /// one with that name.
    void go_on_to(const Overloads& called, bool on_device) {
        const bool other_side = on_device ? called.host : called.device;
        if (called.definitions.size() != 1) return;
        if (!other_side)
            look_into(called.definitions[0]);
        else if (on_device)
            look_into_both(called.definitions[0]);
    }

    void check_call(std::size_t i, const Function& caller) {
        if (!functions_.names.contains(context_.token(i).text)) return;
        if (lookup_.call_of(i) == none || !is_evaluated(context_, i, caller)) return;
        if (caller.device && may_be_left_out(context_, i)) return;
        const Overloads* const called = lookup_.called_at(i, caller);
        if (!called) return;
        if (caller.device ? !called->device : !called->host)
            complain(i, caller.device);
        else
            go_on_to(*called, caller.device);
    }

    // Functions for both sides may call it: nvcc only warns about them.
    void check_library(std::size_t i, const Function& caller) {
        const std::string_view name = context_.token(i).text;
        const bool own =
            functions_.names.contains(name) || lookup_.class_named(i) != none ||
            (caller.member && caller.owner == none) ||
            (caller.owner != none && functions_.classes[caller.owner].methods.contains(name));
        const auto use = host_library_use(context_, i, !own);
        if (!use || !is_evaluated(context_, i, caller)) return;
        const bool bare = use->what == name;
        if (bare && (lookup_.is_used_otherwise(name, caller) || may_be_left_out(context_, i)))
            return;
        context_.complain(
            context_.token(i), Severity::error,
            "device code uses " + use->what + ", which is the host's: " + use->instead);
    }

    /// `a[i]`, `a.size()` and `for (float v : a)` of a std::array: its functions are the host's,
    /// constexpr or not. nvcc takes those of std::initializer_list for both sides.
    void check_library_object(std::size_t i, const Function& caller) {
        if (context_.options.relaxed_constexpr || is(i - 1, ".") || is(i - 1, "->")) return;
        const bool subscript = is(i + 1, "[");
        const bool method = is(i + 1, ".") && lookup_.call_of(i + 2) != none;
        const bool range = is(i - 1, ":") && is(i + 1, ")");
        if (!subscript && !method && !range) return;
        const std::string_view of = lookup_.library_class_at(i, caller);
        if (of.empty() || of == "initializer_list") return;
        if (!is_evaluated(context_, i, caller) || may_be_left_out(context_, i)) return;
        const std::string function = subscript ? "operator[]"
                                     : method  ? std::string(context_.token(i + 2).text) + "()"
                                               : "begin()";
        context_.complain(context_.token(i), Severity::error,
                          "device code uses " + function + " of a std::" + std::string(of) +
                              ", which is the host's: " + instead_of_class(of));
    }

    /// Whether the subscripts after the name at `i`, or some of them, are known only when the
    /// program runs.
    bool is_subscript_at_run_time(std::size_t i, const Function& caller) const {
        for (std::size_t open = i + 1; is(open, "[");) {
            const std::size_t close = context_.brackets.partner(open);
            if (close == none) return false;
            for (std::size_t k = open + 1; k < close; ++k) {
                const bool built_in = is(k, "threadIdx") || is(k, "blockIdx");
                if (built_in || lookup_.declares_number(context_.token(k).text, caller))
                    return true;
            }
            open = close + 1;
        }
        return false;
    }

    /// `S::v`, or `v` in a method of S, for a static member that is the host's.
    bool is_host_member(std::size_t i, const Function& caller) const {
        const bool qualified = is(i - 1, "::") && !is(i - 3, "::");
        if (is(i - 1, ".") || is(i - 1, "->") || (is(i - 1, "::") && !qualified)) return false;
        const std::size_t of = qualified ? lookup_.class_named(i - 2) : caller.owner;
        const std::string_view name = context_.token(i).text;
        if (of == none || !members_[of].contains(name)) return false;
        const std::size_t before = qualified ? i - 3 : i - 1;
        if (is(before, "&") || is(before, "sizeof")) return false;
        return qualified || lookup_.is_only_used(name, caller);
    }

    /// `S<…>::v`, for a static member of a class template that is the host's.
    bool is_host_member_of_template(std::size_t i) const {
        if (!is(i - 1, "::") || !is(i - 2, ">")) return false;
        std::size_t at = i - 2;
        for (int depth = 1; depth > 0;) {
            --at;
            if (is(at, ">")) ++depth;
            if (is(at, "<")) --depth;
            const bool is_within = !is(at, ";") && !is(at, "{") && !is(at, "}") && !is(at, ">>");
            if (at < 2 || !is_within || is(at, "const")) return false;
        }
        const auto found = members_of_templates_.find(context_.token(at - 1).text);
        if (found == members_of_templates_.end()) return false;
        std::size_t before = at - 2;
        while (is(before, "::") && before >= 2) before -= 2;
        return found->second.contains(context_.token(i).text) && !is(before, "&") &&
               !is(before, "sizeof");
    }

    void check_member(std::size_t i, const Function& caller) {
        if (!is_host_member(i, caller) && !is_host_member_of_template(i)) return;
        if (!is_evaluated(context_, i, caller) || may_be_left_out(context_, i)) return;
        context_.complain(context_.token(i), Severity::error,
                          "device code uses " + std::string(context_.token(i).text) +
                              ", a static member that is a variable of the host: pass it to the "
                              "kernel as an argument, or use a __device__ variable outside the "
                              "class, set by cudaMemcpyToSymbol");
    }

    /// In a constant expression, nvcc takes the elements of a constant array.
    void check_variable(std::size_t i, const Function& caller) {
        check_member(i, caller);
        const auto found = variables_.find(context_.token(i).text);
        if (found == variables_.end() || (caller.member && found->second.names_member)) return;
        if (is(i - 1, ".") || is(i - 1, "->") || is(i - 1, "::") || is(i + 1, "::")) return;
        if (is(i - 1, "&") || is(i - 1, "sizeof")) return;
        const bool constant = found->second.constant;
        const bool whole = !is(i + 1, "[");  // it decays to a pointer, or a loop runs over it
        if (constant && !whole && !is_subscript_at_run_time(i, caller)) return;
        if (!lookup_.is_only_used(found->first, caller)) return;
        if (!is_evaluated(context_, i, caller) || may_be_left_out(context_, i)) return;
        context_.complain(context_.token(i), Severity::error,
                          "device code uses " + std::string(found->first) +
                              ", a variable of the host: " +
                              (constant ? "put __constant__ in front of it"
                                        : "pass it to the kernel as an argument, or put __device__ "
                                          "in front of it and set it by cudaMemcpyToSymbol"));
    }

    /// nvcc has no exceptions on the device.
    void check_exceptions(std::size_t i, const Function& caller) {
        if (!(is(i, "throw") || is(i, "try")) || !is_evaluated(context_, i, caller)) return;
        context_.complain(context_.token(i), Severity::error,
                          "device code has no exceptions: " + std::string(context_.token(i).text) +
                              " is for the host");
    }

    void check_child(std::size_t i, const Function& caller) {
        if (context_.options.separate_device_code || !is(i, "<<<")) return;
        if (!is_evaluated(context_, i, caller)) return;
        context_.complain(context_.token(i), Severity::error,
                          "device code launches a kernel, which nvcc compiles with -rdc=true only: "
                          "launch it from the host");
    }

    /// A template is instantiated by its launch on the host.
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

    /// What runs on the device of the body of a function for both sides. Where it tests
    /// __CUDA_ARCH__, its body is `{ if (… on_device()) { … } else { … } }` (architecture.hpp).
    TokenRange device_part(const Declaration& function) const {
        const std::size_t condition = function.body + 2;
        const std::size_t close = is(function.body + 1, "if") && is(condition + 1, "!") &&
                                          is(condition + 2, "__builtin_is_constant_evaluated")
                                      ? context_.brackets.partner(condition)
                                      : none;
        if (close == none) return {function.body, function.end};
        return {close + 1, context_.brackets.partner(close + 1)};
    }

    /// nvcc lets a function for both sides call one of the host, and warns. A variable of the host
    /// it refuses.
    void look_into_both(std::size_t index) {
        Function function = functions_.all[index];
        if (looked_[index] || function.declaration.body == none) return;
        looked_[index] = true;
        if (chooses_at_compile_time(context_, function)) return;
        function.host = false;
        const TokenRange part = device_part(function.declaration);
        for (std::size_t i = part.begin; i < part.end; ++i)
            if (context_.token(i).kind == TokenKind::identifier) check_variable(i, function);
    }

    /// The lambdas for the device in a function of the host, in which its names are known, too.
    void look_into_lambdas(const Function& around) {
        for (const Declaration& lambda : context_.declarations) {
            if (lambda.kind != DeclarationKind::lambda || lambda.body == none) continue;
            if (lambda.body < around.declaration.body || lambda.end > around.declaration.end)
                continue;
            const TokenRange head = {lambda.parameters.begin, lambda.body};
            const bool generic = contains(context_.source, lambda.parameters, "auto");
            if (!contains(context_.source, {lambda.begin, lambda.body}, "__device__") || generic ||
                contains(context_.source, {lambda.begin, lambda.body}, "__host__") || head.empty())
                continue;
            Function code{.declaration = lambda, .device = true, .member = around.member};
            if (!chooses_at_compile_time(context_, code)) look_into_lambda(code, around);
        }
    }

    void look_into_lambda(const Function& lambda, const Function& around) {
        for (std::size_t i = lambda.declaration.body; i < lambda.declaration.end; ++i) {
            const std::string_view name = context_.token(i).text;
            if (context_.token(i).kind != TokenKind::identifier) continue;
            if (!lookup_.is_used_otherwise(name, around)) check_call(i, lambda);
            if (lookup_.is_only_used(name, around)) check_variable(i, lambda);
        }
    }

    void look_into(std::size_t index) {
        const Function& function = functions_.all[index];
        if (looked_[index] || function.declaration.body == none) return;
        looked_[index] = true;
        if (chooses_at_compile_time(context_, function)) return;
        if (!function.device) look_into_lambdas(function);
        for (std::size_t i = function.declaration.body; i < function.declaration.end; ++i) {
            if (function.device && !function.host) check_child(i, function);
            if (context_.token(i).kind != TokenKind::identifier) continue;
            if (function.device) {
                check_call(i, function);
                if (function.host) continue;
                check_library(i, function);
                check_library_object(i, function);
                check_variable(i, function);
                check_exceptions(i, function);
            } else if (!context_.in_device_code(i)) {
                check_call(i, function);
                check_launch(i);
                uses_.check(i, function);
            }
        }
    }

    Context& context_;
    const Functions functions_;
    const HostVariables variables_;
    // Static and of the host, by the class template's name, and by class.
    const std::map<std::string_view, std::set<std::string_view>> members_of_templates_;
    std::vector<std::set<std::string_view>> members_;
    const NameLookup lookup_;
    AddressesOnHost uses_;
    std::vector<bool> looked_;  // by function
};

}  // namespace

void refuse_wrong_side(Context& context) {
    WrongSides{context}.refuse();
}

}  // namespace cusim::simcc
