// Finds the source line of a return address from the debug information of the running program. The
// program must be linked at fixed addresses (-no-pie), as simcc does. The debug information is read
// on first use, and all results are cached.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "simulator/report/findings/finding.hpp"

namespace cusim::report {

struct Place {
    std::string file;  // as given to the compiler, without a leading "./"; empty if unknown
    std::string path;  // the path to read it from
    int line = 0;
};

// The source line of a site. For a function from a header that is not the student's, inlined into
// the student's code, this is the line of the call. Never throws: an address outside the program,
// or a program without debug information, gives an empty place.
Place resolve(const Site& site);

// Whether the place is in a header of the simulator or of the system.
bool is_of_library(const Place& place);

// The place of the innermost of these return addresses that is in the student's program.
std::optional<Place> place_in_program(const std::vector<const void*>& addresses);

// A variable of the program that the address lies in, and how many bytes of it begin there.
struct HostVariable {
    std::string name;
    std::size_t bytes;
};
std::optional<HostVariable> host_variable_at(const void* address);

// For a site in an inlined function of the student's: the function's name, and where it is called.
struct Call {
    std::string function;
    Place place;
};
std::optional<Call> call_of(const Site& site);

}  // namespace cusim::report
