// Checks the user's files on disk for what preprocessing hides: tests of __CUDA_ARCH__, and headers
// of libraries that the simulator does not have.
#pragma once

#include <string>
#include <string_view>

#include "simulator/simcc/tokens/diagnostic.hpp"
#include "simulator/simcc/tokens/lexer.hpp"

namespace cusim::simcc {

/// `preprocessed` names the files. Those below `own_headers`, and the system's, are not read. A
/// library's header is refused if it was found (a real CUDA toolkit may be installed). If it was
/// not found, the compiler reports an error, which messages.cpp replaces by the same words.
Diagnostics judge_user_files(const Tokens& preprocessed, std::string_view own_headers);

/// The refusal of that library's header.
std::string no_library(std::string_view library, std::string_view header);

/// "Thrust" for thrust/sort.h; empty for headers of no such library.
std::string library_of(std::string_view header);

}  // namespace cusim::simcc
