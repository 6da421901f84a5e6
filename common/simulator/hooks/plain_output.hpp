// Output for which the library's gate (library_gate.hpp) can stay open. To close and open it takes
// longer than to print, and a program that prints within loops is a student's that looks for a bug.
#pragma once

#include <cstdio>

namespace cusim::hooks {

// Whether the stream is a stdout that puts what is printed into a buffer of its own, outside the
// runtime's data. A program's own stores do not reach a FILE, but those of a library may that it
// has misled.
bool has_buffer_of_its_own(const std::FILE* stream);

// Whether printf with this format stores nothing but what it prints: no %n, no positions, wide
// characters or long numbers, for which it may allocate memory.
bool is_plain_format(const char* format);

}  // namespace cusim::hooks
