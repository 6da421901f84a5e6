// The external symbols that a submission's object may use: functions of the C and C++ libraries
// that have no effect outside the program and do not know the simulator, and the functions of the
// simulator that translated programs call. A test derives from the allowed headers that nothing is
// missing which they bring along (tests/offers/).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace grader::vet {

/// Mathematics, memory, printing, the C++ library, the compiler's arithmetic, CUDA.
bool is_allowed_symbol(std::string_view symbol);
/// Those of the C library, by their names, without mathematics.
std::vector<std::string> allowed_c_functions();
/// Whether it is compiled code of the C++ library, which only the host may call. A module has
/// kernels alone, and needs at most what ends the program by an exception.
bool is_for_host_only(std::string_view symbol);
/// What to use instead of a symbol that is not allowed: "; …", or "" if there is no advice.
std::string instead_of_symbol(std::string_view symbol);
/// Of the symbols that the simulator defines, those that are for translated programs.
bool is_simulator_interface(std::string_view symbol);

/// The function that the program calls if its object needs `symbol`: simcc replaces some functions
/// of the C library by ones that announce what they read and write.
std::string_view as_written(std::string_view symbol);

}  // namespace grader::vet
