// Whether the program's own classes have virtual functions. Only then does the runtime look for
// their tables in what is copied to the other side.
#include <algorithm>

#include "simulator/simcc/translator/passes.hpp"

namespace cusim::simcc {

void find_virtual_functions(Context& context) {
    const auto& tokens = context.source.tokens;
    const bool has_some = std::ranges::any_of(tokens, [&](const Token& token) {
        return token.text == "virtual" && !context.source.file_of(token).system;
    });
    if (has_some)
        context.edits.insert_after(
            tokens.size() - 1,
            {{" static const ::cusim::detail::VirtualFunctions __cusim_virtual_functions;", {}}});
}

}  // namespace cusim::simcc
