// The SIM_ environment variables, which control how a program is run.
#pragma once

#include <string_view>

namespace cusim::report {

// The text of the variable; empty if it is not set.
std::string_view text_of_setting(const char* variable);

// Ends the program with status 2 and without a report, since the call was wrong and not the
// program. `expected` continues the message after "expected ".
[[noreturn]] void refuse_setting(const char* variable, std::string_view expected);

// The result of `parse` for the variable's text, or `unset` if the variable is not set. `parse`
// returns an optional or a pointer; if that is empty, the text is refused.
template <typename Value, typename Parse>
Value setting(const char* variable, Value unset, Parse parse, std::string_view expected) {
    const std::string_view text = text_of_setting(variable);
    if (text.empty()) return unset;
    const auto value = parse(text);
    if (!value) refuse_setting(variable, expected);
    return *value;
}

}  // namespace cusim::report
