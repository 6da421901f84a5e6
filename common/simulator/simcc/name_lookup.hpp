// Which function or class a name in a function's text means. C++ decides that with types that are
// not known here: what could be something else is left open, so that nobody draws conclusions from
// it.
#pragma once

#include <string_view>

#include "simulator/simcc/functions.hpp"

namespace cusim::simcc {

class NameLookup {
  public:
    NameLookup(const Context& context, const Functions& functions)
        : context_(context), functions_(functions) {}

    /// The functions of which one is called at `i`, if that is certain; else nullptr.
    const Overloads* called_at(std::size_t i, const Function& caller) const;
    /// The '(' of a call of the function named at `i`, behind template arguments; else `none`.
    std::size_t call_of(std::size_t i) const;
    /// Whether the name also stands in the caller for something else than a call of it: a variable,
    /// a parameter, an argument.
    bool is_used_otherwise(std::string_view name, const Function& caller) const;
    /// The known class of this name; else `none`.
    std::size_t class_named(std::size_t i) const;

  private:
    // What the variable's name declares at a place, or is declared as in the whole caller.
    struct Object {
        std::size_t of = none;  // a known class
        bool pointer = false;
        bool doubtful = false;
    };

    bool is(std::size_t i, std::string_view spelling) const { return context_.is(i, spelling); }
    Object declared_at(std::size_t i, std::size_t begin) const;
    Object object_at(std::size_t i, const Function& caller) const;
    const Overloads* method(std::size_t of, std::string_view name) const;
    const Overloads* accessed(std::size_t i, const Function& caller) const;

    const Context& context_;
    const Functions& functions_;
};

}  // namespace cusim::simcc
