#include "simulator/simcc/translator/host_functors.hpp"

namespace cusim::simcc {
namespace {

/// One past what precedes the declaration of a member at `i`.
std::size_t begin_of_member(const Context& context, std::size_t i) {
    while (i > 0 && !context.is(i - 1, ";") && !context.is(i - 1, "{") && !context.is(i - 1, "}") &&
           !context.is(i - 1, ":"))
        --i;
    return i;
}

/// nvcc lets a device call a constexpr function if it is asked to.
bool may_run_on_device(const Context& context, TokenRange head) {
    for (const std::string_view word : {"__device__", "constexpr", "consteval", "friend", "delete"})
        if (contains(context.source, head, word)) return true;
    return false;
}

}  // namespace

HostFunctors::HostFunctors(const Context& context) : context_(context) {
    for (std::size_t i = 0; i + 2 < context_.source.tokens.size(); ++i)
        if ((context_.is(i, "struct") || context_.is(i, "class")) &&
            context_.from_user(context_.token(i)))
            enter_class(i);
    for (std::size_t i = 1; i < context_.source.tokens.size(); ++i)
        if (context_.is(i - 1, "<"))
            if (const auto found = classes_.find(context_.token(i).text); found != classes_.end())
                found->second = false;
}

void HostFunctors::enter_class(std::size_t key) {
    const std::size_t name = key + 1, brace = name + 1;
    if (context_.token(name).kind != TokenKind::identifier || !context_.is(brace, "{")) return;
    const std::size_t end = context_.brackets.partner(brace);
    if (end == none) return;
    const auto [entry, is_new] = classes_.try_emplace(context_.token(name).text, false);
    entry->second = is_new && is_called_on_host_only({brace + 1, end});
}

bool HostFunctors::is_called_on_host_only(TokenRange body) const {
    bool is_called = false;
    for (std::size_t i = body.begin; i + 3 < body.end; ++i) {
        if (!context_.is(i, "operator") || !context_.is(i + 1, "(")) continue;
        if (context_.brackets.enclosing_brace(i) + 1 != body.begin) continue;
        if (may_run_on_device(context_, {begin_of_member(context_, i), i})) return false;
        is_called = true;
    }
    return is_called;
}

std::string_view HostFunctors::made_by(TokenRange expression) const {
    std::size_t open = expression.begin + 1;
    if (expression.empty() || open >= expression.end) return {};
    const auto found = classes_.find(context_.token(expression.begin).text);
    if (found == classes_.end() || !found->second) return {};
    if (context_.is(open, "<")) open = context_.brackets.after_template_list(open, expression.end);
    if (open == none || (!context_.is(open, "(") && !context_.is(open, "{"))) return {};
    return context_.brackets.partner(open) + 1 == expression.end ? found->first
                                                                 : std::string_view{};
}

}  // namespace cusim::simcc
