// The functions and classes of the user's files, and the side each function is for: what the
// search for calls from the wrong side works from.
//
// Told from spelling alone. What might be something else, or more than was found, is `unclear`, so
// that nobody draws conclusions from it.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "simulator/simcc/passes.hpp"

namespace cusim::simcc {

struct Function {
    Declaration declaration;
    bool kernel = false, device = false, host = false;
    bool unclear = false;      ///< constexpr, a friend, defaulted, …
    bool internal = false;     ///< inline, static or in a nameless namespace
    bool member = false;       ///< of any class
    bool conditional = false;  ///< a template, constexpr, or a member of what is no plain class
    std::size_t owner = none;  ///< the known class of which it is a member
};

/// All functions of one name in one scope.
struct Overloads {
    bool host = false, device = false, unclear = false;
    bool in_headers = false;               ///< a class of a header may have a member of that name
    std::vector<std::size_t> definitions;  ///< indices of functions with a body
};
using Names = std::map<std::string_view, Overloads>;

/// `struct S { … }` at namespace scope: no template, no bases, and no other meaning of S anywhere.
struct Class {
    std::string_view name;
    std::size_t brace = none;
    Names methods;
};

struct Functions {
    std::vector<Function> all;
    std::vector<Class> classes;
    Names names;  ///< at namespace scope, of all namespaces together
};

Functions find_functions(const Context& context);

}  // namespace cusim::simcc
