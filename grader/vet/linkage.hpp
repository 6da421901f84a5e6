// What the object that a submission compiles to may need from outside itself. Promises that these
// are functions of the C and C++ libraries that neither leave the program nor know the simulator,
// and of the simulator what translated programs call. That nothing is missing which the allowed
// headers bring along, a test derives from these (tests/offers/).
#pragma once

#include <string>
#include <string_view>

namespace grader::vet {

/// Mathematics, memory, printing, the C++ library, the compiler's own arithmetic, CUDA.
bool is_allowed_symbol(std::string_view symbol);
/// What to do without one that is not: "; …", or "" where there is no advice.
std::string instead_of_symbol(std::string_view symbol);
/// Of the symbols the simulator defines, those that are there for translated programs.
bool is_simulator_interface(std::string_view symbol);

/// The function that a program calls where its object needs `symbol`: simcc puts in place of some
/// of the C library's others that tell the simulator what they read and write.
std::string_view as_written(std::string_view symbol);

}  // namespace grader::vet
