// What a launch cannot take with it to the device: a lambda without __device__, which nvcc refuses
// in the arguments of a kernel, and a container of the standard library, all of whose functions
// nvcc refuses in the kernel.
//
// A lambda is recognised where it is written among the arguments, or where a variable of the
// caller was set to it.
#include <string>

#include "simulator/simcc/tokens/parameters.hpp"
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
            if (context_.is(i, "<<<") && context_.from_user(context_.token(i)) &&
                !context_.in_device_code(i))
                refuse_lambdas(i);
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

    void refuse_lambdas(std::size_t launch) {
        const TokenRange arguments = arguments_of(launch);
        for (const TokenRange argument :
             split_at_commas(context_.source.tokens, context_.brackets, arguments)) {
            const bool is_name = argument.end == argument.begin + 1 &&
                                 context_.token(argument.begin).kind == TokenKind::identifier;
            const bool is_lambda = is(argument.begin, "[") && is(argument.end - 1, "}");
            const std::size_t capture = is_name     ? lambda_named_at(argument.begin)
                                        : is_lambda ? argument.begin
                                                    : none;
            if (capture != none && is_of_host(capture)) complain(argument.begin, capture);
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
        const std::string name = text(use);
        for (std::size_t i = use; i-- > 0;) {
            if (context_.brackets.is_closer(i)) {
                i = context_.brackets.partner(i);
                if (i == none) return none;
            } else if (is(i, "{") && i > 0 && is(i - 1, ")")) {
                const std::size_t open = context_.brackets.partner(i - 1);
                if (open == none || contains(context_.source, {open, i}, name)) return none;
            } else if (is(i, name) && i > 0 && declares(i)) {
                const bool set = is(i - 1, "auto") || is(i - 1, "const");
                return set && is(i + 1, "=") && is(i + 2, "[") ? i + 2 : none;
            }
        }
        return none;
    }

    /// `T f`, `T* f`, `T<U> f`, and not `return f` or `a * f`.
    bool declares(std::size_t i) const {
        const Token& before = context_.token(i - 1);
        const bool follows_type = before.kind == TokenKind::identifier && !before.is("return");
        const bool ends = is(i + 1, "=") || is(i + 1, ";") || is(i + 1, "{") || is(i + 1, "(");
        return ends && (follows_type || before.is("*") || before.is("&") || before.is(">"));
    }

    void complain(std::size_t argument, std::size_t capture) {
        const TokenRange brackets = {capture, context_.brackets.partner(capture) + 1};
        const bool by_reference = contains(context_.source, brackets, "&");
        const std::string what = argument == capture ? "this lambda" : text(argument);
        context_.complain(context_.token(argument), Severity::error,
                          what +
                              " is code of the host, and no kernel can call it: write the lambda "
                              "as " +
                              (by_reference ? "[=]" : context_.spelling(brackets)) +
                              " __device__ (…) { … }, which nvcc takes with --extended-lambda");
    }

    Context& context_;
};

}  // namespace

void refuse_wrong_arguments(Context& context) {
    LaunchArguments(context).refuse();
}

}  // namespace cusim::simcc
