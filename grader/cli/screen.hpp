// The capabilities of the terminal to which this program writes.
#pragma once

#include <cstddef>

namespace grader::cli {

/// Whether a line can be written over: no if output goes to a file or a dumb terminal.
bool can_rewrite();

/// False if output goes to a file or a dumb terminal, or if NO_COLOR is set.
bool colour_wanted();

/// Columns of text: those of the terminal, between 40 and 78; 78 if output goes to a file.
std::size_t text_width();

}  // namespace grader::cli
