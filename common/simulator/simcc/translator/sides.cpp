// Uses of the wrong side: a host function called from device code, or the reverse, and a variable
// of the host in device code. g++ would compile all of them. nvcc refuses them, and on a device
// none could work. A launch by device code, which nvcc compiles with -rdc=true only, is here too.
//
// Reported only if it is certain which function or variable is meant (name_lookup.hpp), and that
// nvcc examines the caller. nvcc examines host functions whether or not anything calls them. It
// examines device functions only if a kernel, or a function that other files may call, leads there,
// and templates only where they are instantiated: a kernel by its launch, a host function by its
// call.
#include <string>
#include <vector>

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
          lookup_(context, functions_),
          looked_(functions_.all.size()) {}

    void refuse() {
        for (std::size_t k = 0; k < functions_.all.size(); ++k) {
            const Function& function = functions_.all[k];
            if (function.conditional || is_for_both(function)) continue;
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
        if (!other_side && called.definitions.size() == 1) look_into(called.definitions[0]);
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

    /// In a constant expression, nvcc takes the elements of a constant array.
    void check_variable(std::size_t i, const Function& caller) {
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

    void look_into(std::size_t index) {
        const Function& function = functions_.all[index];
        if (looked_[index] || function.declaration.body == none) return;
        looked_[index] = true;
        if (chooses_at_compile_time(context_, function)) return;
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
            }
        }
    }

    Context& context_;
    const Functions functions_;
    const HostVariables variables_;
    const NameLookup lookup_;
    std::vector<bool> looked_;  // by function
};

}  // namespace

void refuse_wrong_side(Context& context) {
    WrongSides{context}.refuse();
}

}  // namespace cusim::simcc
