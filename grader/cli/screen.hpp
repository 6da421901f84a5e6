// What the terminal that this program writes to can show.
#pragma once

#include <cstddef>

namespace grader::cli {

/// Not where output goes to a file, nor on a dumb terminal, nor where NO_COLOR forbids it.
bool colour_wanted();

/// Columns of text: the terminal's, between 40 and 78; 78 where output goes to a file.
std::size_t text_width();

}  // namespace grader::cli
