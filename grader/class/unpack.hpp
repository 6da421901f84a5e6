// An archive's files, taken out by a program of our own in confinement: whatever is wrong with the
// archive happens there. Nothing is written: what it hands over are names and bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "class/files.hpp"
#include "descriptor.hpp"

namespace grader::classes {

struct Unpacked {
    std::vector<File> files;          // that may be handed in, and archives; in the archive's order
    std::vector<std::string> others;  // names of files that may not: 1000, and how many more
    std::string trouble;              // what ended it early, in one line; empty: nothing
};

/// Throws ClassError where somebody ends the program that reads it again and again.
Unpacked unpack(int archive, const sandbox::Sandbox& sandbox);

/// What the program printed. Throws nothing: bytes that make no sense are a trouble.
Unpacked read_unpacked(std::string_view printed);

kit_io::Descriptor memory_file(std::string_view content);

}  // namespace grader::classes
