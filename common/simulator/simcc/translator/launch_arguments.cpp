// What a launch cannot take with it to the device: a lambda without __device__, which nvcc refuses
// in the arguments of a kernel, and a container of the standard library, all of whose functions
// nvcc refuses in the kernel. An algorithm of Thrust's or CUB's that runs on the device launches
// kernels with its lambdas and functors.
//
// A lambda is recognised where it is written among the arguments, or where a variable of the
// caller was set to it.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "simulator/simcc/tokens/parameters.hpp"
#include "simulator/simcc/translator/host_functors.hpp"
#include "simulator/simcc/translator/host_library.hpp"
#include "simulator/simcc/translator/passes.hpp"

namespace cusim::simcc {
namespace {

class LaunchArguments {
  public:
    explicit LaunchArguments(Context& context) : context_(context) {}

    void refuse() {
        for (const Declaration& declared : context_.declarations)
            if (is_kernel(declared)) refuse_containers(declared);
        for (std::size_t i = 0; i < context_.source.tokens.size(); ++i)
            if (context_.from_user(context_.token(i)) && !context_.in_device_code(i))
                refuse_code_in(i);
    }

  private:
    bool is(std::size_t i, std::string_view spelling) const { return context_.is(i, spelling); }
    std::string text(std::size_t i) const { return std::string(context_.token(i).text); }

    bool is_kernel(const Declaration& declared) const {
        return declared.kind == DeclarationKind::function &&
               contains(context_.source, {declared.specifiers, declared.name}, "__global__") &&
               context_.from_user(context_.token(declared.name));
    }

    void refuse_containers(const Declaration& kernel) {
        for (const Parameter& parameter :
             read_parameters(context_.source, context_.brackets, kernel.parameters)) {
            const TokenRange type = parameter.declaration;
            if (contains(context_.source, type, "*") || contains(context_.source, type, "&"))
                continue;
            for (std::size_t i = type.begin; i + 2 < type.end; ++i)
                if (is(i, "std") && is(i + 1, "::") && is_host_container(text(i + 2)))
                    return context_.complain(
                        context_.token(i), Severity::error,
                        "kernel " + text(kernel.name) +
                            " has a parameter of type std::" + text(i + 2) +
                            ", whose functions and memory are the host's: pass a pointer to "
                            "memory of the device, and the number of elements");
        }
    }

    /// If a launch is at `i`, or an algorithm of a library that runs on the device.
    void refuse_code_in(std::size_t i) {
        if (is(i, "<<<")) return refuse_lambdas(arguments_of(i), "no kernel can call it");
        const bool is_thrust = is(i, "thrust"), is_cub = is(i, "cub");
        const std::size_t open = is_thrust ? i + 3 : i + 5;
        if ((!is_thrust && !is_cub) || !is(open, "(") || !is(i + 1, "::")) return;
        const TokenRange arguments = {open + 1, context_.brackets.partner(open)};
        if (arguments.end == none || (is_thrust && !runs_on_device(arguments))) return;
        const TokenRange name = {i, open};
        const std::string reason = context_.spelling(name) + " calls it on the device";
        refuse_lambdas(arguments, reason);
        refuse_functors(arguments, reason);
    }

    void refuse_functors(TokenRange arguments, const std::string& reason) {
        if (!functors_) functors_.emplace(context_);
        for (const TokenRange argument :
             split_at_commas(context_.source.tokens, context_.brackets, arguments)) {
            const std::string_view name = functors_->made_by(argument);
            if (!name.empty())
                context_.complain(context_.token(argument.begin), Severity::error,
                                  "operator() of " + std::string(name) +
                                      " is a function of the host, and " + reason +
                                      ": put __host__ __device__ in front of it");
        }
    }

    void refuse_lambdas(TokenRange arguments, const std::string& reason) {
        for (const TokenRange argument :
             split_at_commas(context_.source.tokens, context_.brackets, arguments)) {
            const bool is_name = argument.end == argument.begin + 1 &&
                                 context_.token(argument.begin).kind == TokenKind::identifier;
            const bool is_lambda = is(argument.begin, "[") && is(argument.end - 1, "}");
            const std::size_t capture = is_name     ? lambda_named_at(argument.begin)
                                        : is_lambda ? argument.begin
                                                    : none;
            if (capture != none && is_of_host(capture)) complain(argument.begin, capture, reason);
        }
    }

    /// Whether an argument is `thrust::device`, a device_ptr, or an iterator of a variable that is
    /// declared as a device_vector and nowhere as something else.
    bool runs_on_device(TokenRange arguments) {
        if (!vectors_are_known_) find_vectors();
        for (std::size_t i = arguments.begin; i + 2 < arguments.end; ++i) {
            if (is(i, "[")) i = context_.brackets.partner(i);
            if (i == none) return false;
            if (is(i, "thrust") && (is(i + 2, "host") || is(i + 2, "seq"))) return false;
            if (is(i, "thrust") && is(i + 2, "device")) return true;
            const bool is_iterator = is(i + 1, ".") && (is(i + 2, "begin") || is(i + 2, "end"));
            if (is_iterator && on_device_.contains(text(i)) && !on_host_.contains(text(i)))
                return true;
        }
        return std::ranges::any_of(
            split_at_commas(context_.source.tokens, context_.brackets, arguments),
            [&](TokenRange argument) {
                const bool is_pointer =
                    argument.end == argument.begin + 1 || is(argument.begin + 1, "+");
                return is_pointer && is_device_ptr(argument.begin);
            });
    }

    /// `device_vector<T> v`, and every other `… <…> v`.
    void find_vectors() {
        vectors_are_known_ = true;
        std::string_view of;
        for (std::size_t i = 0; i + 1 < context_.source.tokens.size(); ++i) {
            const bool opens = is(i + 1, "<");
            const bool ends = is(i, ">") && context_.token(i + 1).kind == TokenKind::identifier;
            if ((!opens && !ends) || !context_.from_user(context_.token(i))) continue;
            if (opens) of = context_.token(i).text;
            if (!ends) continue;
            (of == "device_vector" ? on_device_ : on_host_).insert(text(i + 1));
        }
    }

    TokenRange arguments_of(std::size_t launch) const {
        for (std::size_t i = launch + 1; i + 3 < context_.source.tokens.size(); ++i) {
            if (is(i, ";")) break;
            if (!is(i, ">") || !is(i + 1, ">") || !is(i + 2, ">") || !is(i + 3, "(")) continue;
            const std::size_t close = context_.brackets.partner(i + 3);
            if (close != none) return {i + 4, close};
            break;
        }
        return {launch, launch};
    }

    bool is_of_host(std::size_t capture) const {
        const std::size_t close = context_.brackets.partner(capture);
        return close != none && !is(close + 1, "__device__") && !is(close + 1, "__host__") &&
               !is(close + 1, "__global__");
    }

    /// The '[' of the lambda to which the variable of that name was set: `auto f = [`. `none` if
    /// its declaration is another one, or is not found in the caller.
    std::size_t lambda_named_at(std::size_t use) const {
        const std::size_t i = declaration_of(use);
        if (i == none) return none;
        const bool set = is(i - 1, "auto") || is(i - 1, "const");
        return set && is(i + 1, "=") && is_lambda_itself(i + 2) ? i + 2 : none;
    }

    /// `device_ptr<T> p`, or `auto p = thrust::device_pointer_cast(…)`
    bool is_device_ptr(std::size_t use) const {
        if (context_.token(use).kind != TokenKind::identifier) return false;
        const std::size_t i = declaration_of(use);
        if (i == none) return false;
        if (is(i + 1, "=") && is(i + 2, "thrust") && is(i + 4, "device_pointer_cast")) return true;
        const std::size_t list =
            is(i - 1, ">") ? context_.brackets.template_list_before(i - 1) : none;
        return list != none && list > 0 && is(list - 1, "device_ptr");
    }

    /// Where the variable is declared in the caller's body; `none` if that is not found.
    std::size_t declaration_of(std::size_t use) const {
        const std::string name = text(use);
        for (std::size_t i = use; i-- > 0;) {
            if (context_.brackets.is_closer(i)) {
                i = context_.brackets.partner(i);
                if (i == none) return none;
            } else if (is(i, "{") && i > 0 && is(i - 1, ")")) {
                const std::size_t open = context_.brackets.partner(i - 1);
                if (open == none || contains(context_.source, {open, i}, name)) return none;
            } else if (is(i, name) && i > 0 && declares(i)) {
                return i;
            }
        }
        return none;
    }

    /// Whether an initialiser is a lambda, and not what a lambda returns: `[] { … }()`.
    bool is_lambda_itself(std::size_t begin) const {
        if (!is(begin, "[")) return false;
        std::size_t i = begin;
        while (i < context_.source.tokens.size() && !is(i, ";") && !is(i, ",")) {
            const std::size_t close = context_.brackets.partner(i);
            i = close != none && close > i ? close + 1 : i + 1;
        }
        return is(i - 1, "}");
    }

    /// `T f`, `T* f`, `T<U> f`, and not `return f` or `a * f`.
    bool declares(std::size_t i) const {
        const Token& before = context_.token(i - 1);
        const bool follows_type = before.kind == TokenKind::identifier && !before.is("return");
        const bool ends = is(i + 1, "=") || is(i + 1, ";") || is(i + 1, "{") || is(i + 1, "(");
        return ends && (follows_type || before.is("*") || before.is("&") || before.is(">"));
    }

    void complain(std::size_t argument, std::size_t capture, const std::string& reason) {
        const TokenRange brackets = {capture, context_.brackets.partner(capture) + 1};
        const bool by_reference = contains(context_.source, brackets, "&");
        const std::string what = argument == capture ? "this lambda" : text(argument);
        context_.complain(context_.token(argument), Severity::error,
                          what + " is code of the host, and " + reason + ": write the lambda as " +
                              (by_reference ? "[=]" : context_.spelling(brackets)) +
                              " __device__ (…) { … }, which nvcc takes with --extended-lambda");
    }

    Context& context_;
    std::optional<HostFunctors> functors_;
    bool vectors_are_known_ = false;
    std::set<std::string, std::less<>> on_device_, on_host_;  // names of variables
};

}  // namespace

void refuse_wrong_arguments(Context& context) {
    LaunchArguments(context).refuse();
}

}  // namespace cusim::simcc
