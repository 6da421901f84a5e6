// Closes what kernels have stored in memory that both sides share, while a function of the C++
// library or printf works for the program. Such a function was compiled without hooks: if it could
// read a matrix there, the host would get it without a copy that is counted.
//
// Its pages are closed for reading. If the library comes there, the signal's handler counts a read
// of results, and opens them. Whatever else lies in these pages is opened for one instruction.
#pragma once

#include "simulator/memory/layout.hpp"

namespace cusim::race {

/// To be called once there is memory that both sides share.
void close_results_for_library();

/// For a fault while the library works, with the runtime's data closed: whether the address lies
/// in a page that is closed with them.
bool is_in_closed_page(memory::Address a);

/// Whether a load of a few words at this address gets what a kernel stored. Counts it, if so.
bool library_gets_results(memory::Address a);

/// Notes the page that an instruction needs. It may need several; instruction_is_over() forgets
/// them, and returns whether there were any.
void instruction_needs(memory::Address a);
bool instruction_is_over();
/// Opens these pages again after the runtime's data were closed.
void open_for_instruction();

/// Until the function of the library returns.
void leave_results_open();

}  // namespace cusim::race
