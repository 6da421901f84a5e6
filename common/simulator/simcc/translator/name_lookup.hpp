// Finds the function or class that a name in a function's text means. C++ decides this with types,
// which are not known here. If a name could mean something else, no answer is given, so that
// nothing is concluded from it.
#pragma once

#include <string_view>

#include "simulator/simcc/translator/functions.hpp"

namespace cusim::simcc {

class NameLookup {
  public:
    NameLookup(const Context& context, const Functions& functions)
        : context_(context), functions_(functions) {}

    /// The overloads of which one is called at `i`, if that is certain; otherwise nullptr.
    const Overloads* called_at(std::size_t i, const Function& caller) const;
    /// The '(' of the call of the function named at `i`, after template arguments; otherwise
    /// `none`.
    std::size_t call_of(std::size_t i) const;
    /// Whether the caller also uses the name for something other than a call: a variable, a
    /// parameter, an argument.
    bool is_used_otherwise(std::string_view name, const Function& caller) const;
    /// The template of namespace std, such as "array", if the name at `i` certainly is an object of
    /// a class made from it, or a reference to one, that the caller declares; otherwise empty.
    std::string_view library_class_at(std::size_t i, const Function& caller) const;
    /// Whether the caller only uses the name, and certainly declares nothing with it.
    bool is_only_used(std::string_view name, const Function& caller) const;
    /// Whether the caller declares a number with this name that is not constant, such as a
    /// parameter.
    bool declares_number(std::string_view name, const Function& caller) const;
    /// The known class with this name; otherwise `none`.
    std::size_t class_named(std::size_t i) const;

  private:
    // What a variable's name declares at one place, or in the whole caller.
    struct Object {
        std::size_t of = none;  // a known class
        bool pointer = false;
        bool doubtful = false;
    };

    bool is(std::size_t i, std::string_view spelling) const { return context_.is(i, spelling); }
    std::string_view library_class_declared_at(std::size_t i) const;
    bool is_use(std::size_t i, const Function& caller) const;
    bool begins_use(std::size_t i) const;
    bool is_list_of_values(std::size_t brace) const;
    bool is_right_operand(std::size_t i) const;
    Object declared_at(std::size_t i, std::size_t begin) const;
    Object object_at(std::size_t i, const Function& caller) const;
    const Overloads* method(std::size_t of, std::string_view name) const;
    const Overloads* accessed(std::size_t i, const Function& caller) const;

    const Context& context_;
    const Functions& functions_;
};

}  // namespace cusim::simcc
