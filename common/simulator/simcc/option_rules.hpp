// The options that nvcc and simcc know, as one table, which the parser of the command line follows.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "simulator/simcc/options.hpp"

namespace cusim::simcc {

struct OptionRule {
    /// What the parser does with an option that does more than set a member.
    enum class Kind {
        to_preprocessor,
        language,
        linker,
        warning,
        dependency,
        host_arguments,
        separate,
        compile_separate,
        silent,  // has no effect, and none is expected
        no_effect,
        architecture,  // of which only the number has an effect
        default_stream,
        refused,
    };

    using Flag = bool Options::*;
    using Text = std::string Options::*;

    /// Where the value is: `joined` to the name or in the next argument; after = or in the next
    /// argument. That of a name with two dashes is never joined.
    enum class Value { none, joined, equals };

    std::array<std::string_view, 4> names;  // g++'s first; unused ones are empty
    Value value;
    /// An option sets a member, selects an action, or is left to the parser.
    std::variant<Flag, Text, Action, Kind> effect;
};

/// In the order in which they are tried: options to whose names the value may be joined come last.
std::span<const OptionRule> option_rules();

}  // namespace cusim::simcc
