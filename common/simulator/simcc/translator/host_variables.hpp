// The host's variables at namespace scope, which device code cannot use: nvcc calls them "undefined
// in device code". It takes numbers and objects that are constant, but no arrays of them.
//
// Found from the spelling alone. A name that something else may have, too, is left out.
#pragma once

#include <map>
#include <set>
#include <string_view>

#include "simulator/simcc/translator/functions.hpp"

namespace cusim::simcc {

struct HostVariable {
    /// An array of constants, whose elements nvcc takes in constant expressions.
    bool constant = false;
    /// A class may have a member with this name.
    bool names_member = false;
};
using HostVariables = std::map<std::string_view, HostVariable>;

HostVariables find_host_variables(const Context& context);

/// Of each class template at namespace scope that has no specialisation and whose name has no other
/// meaning: its name, and its static members that are variables of the host, other than constants.
std::map<std::string_view, std::set<std::string_view>> find_members_of_templates(
    const Context& context);

/// The static members of a class that are variables of the host, other than constants.
std::set<std::string_view> find_host_members(const Context& context, const Class& of);

}  // namespace cusim::simcc
