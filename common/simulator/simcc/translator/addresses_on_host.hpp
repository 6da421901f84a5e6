// Addresses that mean nothing to a device, although a host has them by name: that of a __device__
// or __constant__ variable, which on the host is the address of a stand-in, and that of a function,
// which is the address of the host's code.
//
// nvcc takes both. The launch or copy that gets such an address fails when the program runs, which
// it would not here, where a variable and a function have one address for both sides. Of code of
// the host that reads or writes the variable itself, nvcc warns: it comes to the stand-in.
#pragma once

#include <set>
#include <string_view>

#include "simulator/simcc/translator/functions.hpp"
#include "simulator/simcc/translator/name_lookup.hpp"

namespace cusim::simcc {

class AddressesOnHost {
  public:
    AddressesOnHost(Context& context, const Functions& functions, const NameLookup& lookup);

    /// Complains if the token at `i`, in the body of a host function, begins the arguments of a
    /// launch or of a copy with such an address among them; or if it is such a variable that is
    /// read or written there.
    void check(std::size_t i, const Function& caller);

  private:
    bool comes_to_variable(std::size_t i) const;
    void check_arguments(TokenRange arguments, bool of_launch, const Function& caller);
    bool is_code(std::string_view name) const;
    std::string_view code_in(std::string_view variable, const Function& caller) const;

    Context& context_;
    const Functions& functions_;
    const NameLookup& lookup_;
    std::set<std::string_view> variables_, arrays_;  // of the device, at namespace scope
};

}  // namespace cusim::simcc
