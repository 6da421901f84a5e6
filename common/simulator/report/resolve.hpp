// From a return address to the line of source it came from, through the debug information of the
// running program. Works on a program linked at fixed addresses (-no-pie), as simcc links them;
// reads the debug information at the first address asked for, and remembers every answer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "simulator/report/finding.hpp"

namespace cusim::report {

struct Place {
    std::string file;  // as the compiler was given it, without a leading "./"; empty if unknown
    std::string path;  // where to read it
    int line = 0;
};

// Where the site lies. In a function of a header that is none of the student's, inlined into the
// student's code, that is the line which called it. Never throws: an address outside the program,
// or a program without debug information, gives an empty place.
Place resolve(const Site& site);

// Whether it is in a header of the simulator's or the system's.
bool is_of_library(const Place& place);

// The innermost of these return addresses that lies in the student's program: where it is.
std::optional<Place> place_in_program(const std::vector<const void*>& addresses);

// Of a site in a function of the student's that is inlined: its name, and where it is called.
struct Call {
    std::string function;
    Place place;
};
std::optional<Call> call_of(const Site& site);

}  // namespace cusim::report
