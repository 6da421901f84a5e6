// A lambda for the device in a function of the host that captures by reference: nvcc refuses it,
// since a kernel would get the address of a variable of the host's.
#include "simulator/simcc/translator/passes.hpp"

namespace cusim::simcc {
namespace {

/// The `&` of `[&]`, `[=, &x]` or `[&x = y]`, and not that of `[p = &x]`; `none` if there is none.
std::size_t reference_in(const Context& context, std::size_t open) {
    const std::size_t close = context.brackets.partner(open);
    if (!context.is(open, "[") || close == none) return none;
    for (std::size_t i = open + 1; i < close; ++i) {
        const bool begins = i == open + 1 || context.is(i - 1, ",");
        if (begins && context.is(i, "&")) return i;
        const std::size_t partner = context.brackets.partner(i);
        if (partner != none && partner > i) i = partner;
    }
    return none;
}

}  // namespace

void refuse_captures(Context& context) {
    for (const Declaration& lambda : context.declarations) {
        if (lambda.kind != DeclarationKind::lambda || lambda.body == none) continue;
        if (!contains(context.source, {lambda.begin, lambda.body}, "__device__")) continue;
        if (context.in_device_code(lambda.begin) || !context.from_user(context.token(lambda.begin)))
            continue;
        const std::size_t reference = reference_in(context, lambda.begin);
        if (reference != none)
            context.complain(context.token(reference), Severity::error,
                             "a lambda for the device captures by reference, which nvcc refuses, "
                             "since a kernel cannot reach the host's variables: write [=], and let "
                             "it store through a pointer to device memory");
    }
}

}  // namespace cusim::simcc
