// The functions and classes in the user's files, and the side (host or device) that each function
// is for. The search for uses of the wrong side needs them.
//
// Found from the spelling alone. Whatever may be something else, or may have further meanings, is
// marked `unclear`, so that nothing is concluded from it.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "simulator/simcc/translator/passes.hpp"

namespace cusim::simcc {

struct Function {
    Declaration declaration;
    bool kernel = false, device = false, host = false;
    bool unclear = false;      ///< constexpr, a friend, defaulted, …
    bool internal = false;     ///< inline, static or in a nameless namespace
    bool member = false;       ///< of any class
    bool conditional = false;  ///< a template, constexpr, or a member of a class that is not plain
    std::size_t owner = none;  ///< the known class of which it is a member
};

/// All functions with one name in one scope.
struct Overloads {
    bool host = false, device = false, unclear = false;
    bool in_headers = false;               ///< a class in a header may have a member with this name
    std::vector<std::size_t> definitions;  ///< indices of functions with a body
};
using Names = std::map<std::string_view, Overloads>;

/// `struct S { … }` at namespace scope, without template and bases, if S has no other meaning
/// anywhere.
struct Class {
    std::string_view name;
    std::size_t brace = none;
    Names methods;
};

struct Functions {
    std::vector<Function> all;
    std::vector<Class> classes;
    Names names;  ///< at namespace scope, in all namespaces together
};

Functions find_functions(const Context& context);

/// The `struct`, `class` or `union` of the class that the brace belongs to; `none` for another
/// brace.
std::size_t class_key_of(const Context& context, std::size_t brace);

}  // namespace cusim::simcc
