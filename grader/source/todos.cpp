#include "source/todos.hpp"

#include <algorithm>
#include <vector>

#include "source/source.hpp"

namespace grader::source {
namespace {

/// The definitions of this name, without carriage returns, which an editor may add.
std::string text_of(const Source& source, std::string_view name) {
    std::string text;
    for (const Function& function : source.functions())
        if (function.name == name)
            text += source.text({function.parameters.begin, function.body.end + 1});
    std::erase(text, '\r');
    return text;
}

bool has_todo(const Source& source, const Function& function) {
    return text_of(source, function.name).find("TODO") != std::string::npos;
}

}  // namespace

bool is_untouched(std::string_view function, const std::string& handed_out,
                  const std::string& submitted) {
    const Source before(handed_out, ""), now(submitted, "");
    bool is_left_to_do = false;
    for (const Function* reached : before.reached_from({std::string(function)})) {
        if (!has_todo(before, *reached)) continue;
        if (text_of(now, reached->name) != text_of(before, reached->name)) return false;
        is_left_to_do = true;
    }
    return is_left_to_do;
}

std::map<std::string, bool> unfinished_functions(const std::string& text) {
    const Source source(text, "");
    std::map<std::string, bool> functions;
    for (const Function& function : source.functions())
        functions[function.name] = std::ranges::any_of(
            source.reached_from({function.name}),
            [&](const Function* reached) { return has_todo(source, *reached); });
    return functions;
}

}  // namespace grader::source
