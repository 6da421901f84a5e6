// The SIM_ variables of the environment: what a run of a program is asked for besides its own
// command line.
#pragma once

#include <string_view>

namespace cusim::report {

// The variable's text; empty where it is not set.
std::string_view text_of_setting(const char* variable);

// Ends the program with status 2, and without a report: how it was called was wrong, not what it
// does. `expected` goes on after "expected ".
[[noreturn]] void refuse_setting(const char* variable, std::string_view expected);

// What `parse` makes of the variable's text, or `unset` where there is none. `parse` returns what
// can be empty, an optional or a pointer; a text of which it makes nothing is refused.
template <typename Value, typename Parse>
Value setting(const char* variable, Value unset, Parse parse, std::string_view expected) {
    const std::string_view text = text_of_setting(variable);
    if (text.empty()) return unset;
    const auto value = parse(text);
    if (!value) refuse_setting(variable, expected);
    return *value;
}

}  // namespace cusim::report
