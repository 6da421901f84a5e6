// Classes of the user's whose operator() is a function of the host.
//
// Found from the spelling alone, like functions.hpp: a name that several classes have, or that is a
// template argument somewhere, so that its objects may be data, is none of them.
#pragma once

#include <map>
#include <string_view>

#include "simulator/simcc/translator/passes.hpp"

namespace cusim::simcc {

class HostFunctors {
  public:
    explicit HostFunctors(const Context& context);

    /// The name of the class of which the expression makes an object: `S()`, `S<int>{2}`. Empty if
    /// it is another expression, or a class whose operator() a device may call.
    std::string_view made_by(TokenRange expression) const;

  private:
    void enter_class(std::size_t key);
    bool is_called_on_host_only(TokenRange body) const;

    const Context& context_;
    std::map<std::string_view, bool> classes_;  // by name: whether it is one
};

}  // namespace cusim::simcc
