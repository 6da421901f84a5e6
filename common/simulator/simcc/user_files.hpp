// Judges the user's files as they stand on disk, for what preprocessing hides: tests of
// __CUDA_ARCH__, and headers of libraries that the simulator does not have.
#pragma once

#include <string>
#include <string_view>

#include "simulator/simcc/diagnostic.hpp"
#include "simulator/simcc/lexer.hpp"

namespace cusim::simcc {

/// `preprocessed` names the files; those below `own_headers` and the system's are not read.
/// A library's header is refused if it was found (a real CUDA toolkit may be installed); one that
/// was not found is the compiler's error, which messages.cpp turns into the same words.
Diagnostics judge_user_files(const Tokens& preprocessed, std::string_view own_headers);

/// The refusal of that library's header.
std::string no_library(std::string_view library, std::string_view header);

/// "Thrust" for thrust/sort.h; empty for headers that belong to no such library.
std::string library_of(std::string_view header);

}  // namespace cusim::simcc
